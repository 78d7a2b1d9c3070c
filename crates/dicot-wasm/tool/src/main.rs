//! Makes the npm package of dicot, and the site without a server. It is called by the scripts `build` and `site`:
//! `dicot-wasm-tool package MODULE DIR`, `dicot-wasm-tool site PACKAGE DIR`, and `dicot-wasm-tool worker DIR`.

use std::collections::hash_map::DefaultHasher;
use std::error::Error;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::Path;

use dicot_pages::words::ENGLISH;
use wasm_bindgen_cli_support::Bindgen;

/// The files of the package that the site needs.
const RUNTIME: [&str; 6] =
    ["client.js", "dicot_wasm.js", "dicot_wasm_bg.wasm", "host.js", "index.js", "worker.js"];

/// The folder of `crates/dicot-wasm`.
const CRATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["package", module, folder] => package(module, Path::new(folder)),
        ["site", package, folder] => site(Path::new(package), Path::new(folder)),
        ["worker", folder] => worker(Path::new(folder)),
        _ => Err("expected `package MODULE DIR`, `site PACKAGE DIR` or `worker DIR`".into()),
    }
}

/// Writes the bindings of a WebAssembly module into the folder of the package.
fn package(module: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut bindings = Bindgen::new();
    bindings.input_path(module).web(true)?.typescript(true).generate(folder)?;
    Ok(())
}

/// Writes all files of the site but the service worker.
fn site(package: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for page in dicot_pages::all() {
        let text = without_indents(&preloading(&page.text()), "\n");
        files.push((format!("{}index.html", page.path()), text.into_bytes()));
    }
    for name in dicot_pages::assets() {
        let contents = match name.as_str() {
            "js/transport.js" => fs::read(Path::new(CRATE).join("pages/transport.js"))?, // not HTTP
            // A string in JSON ends in its line.
            name if name.ends_with(".json") => {
                let text = dicot_pages::asset(name).unwrap_or_default();
                without_indents(&String::from_utf8_lossy(&text), "").into_bytes()
            }
            name => dicot_pages::asset(name).unwrap_or_default().into_owned(),
        };
        files.push((format!("assets/{name}"), contents));
    }
    for name in RUNTIME {
        files.push((format!("assets/wasm/{name}"), fs::read(package.join(name))?));
    }
    // The service worker does not list them: they are loaded when they are played.
    for name in dicot_pages::certificates() {
        let contents = dicot_pages::certificate(&name).unwrap_or_default().into_owned();
        files.push((format!("certificates/{name}"), contents));
    }
    for (name, contents) in &files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, contents)?;
    }
    Ok(())
}

/// Writes the service worker of a site whose other files are as they will be. It keeps pages in other languages when they are seen.
fn worker(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut files = Vec::new();
    for page in dicot_pages::all().filter(|page| page.language() == ENGLISH) {
        files.push(format!("{}index.html", page.path()));
    }
    files.extend(dicot_pages::assets().iter().map(|name| format!("assets/{name}")));
    files.extend(RUNTIME.map(|name| format!("assets/wasm/{name}")));
    files.sort();
    let mut contents = Vec::new();
    for name in files {
        let bytes = fs::read(folder.join(&name))?;
        contents.push((name, bytes));
    }
    fs::write(folder.join("sw.js"), service_worker(&contents)?)?;
    Ok(())
}

/// A page that also loads the modules which the site's own transport.js imports at once, and the WebAssembly module.
fn preloading(page: &str) -> String {
    let mut lines = String::new();
    for line in page.lines() {
        lines += line;
        lines += "\n";
        if line.contains("rel=\"modulepreload\"") && line.contains("/js/transport.js") {
            for name in RUNTIME.iter().filter(|name| name.ends_with(".js") && **name != "worker.js")
            {
                let path = format!("/wasm/{name}");
                lines += &line.replace("/js/transport.js", &path);
                lines += "\n";
            }
            // The module is most of what a first visit waits for. It comes last among what the page loads, but with the scripts.
            let module = line.replace("/js/transport.js", "/wasm/dicot_wasm_bg.wasm");
            let as_fetched = "rel=\"preload\" as=\"fetch\" crossorigin fetchpriority=\"low\"";
            lines += &module.replace("rel=\"modulepreload\"", as_fetched);
            lines += "\n";
        }
    }
    lines
}

/// A text without the blanks at the beginnings of its lines, which a first visit would load too; those of listings stay.
fn without_indents(text: &str, line_end: &str) -> String {
    let mut is_listing = false;
    let mut shorter = String::new();
    for line in text.lines() {
        is_listing |= line.contains("<pre");
        shorter += if is_listing { line } else { line.trim_start() };
        shorter += if is_listing { "\n" } else { line_end };
        is_listing &= !line.contains("</pre");
    }
    shorter
}

/// The service worker, with the names of all files and a version that changes with them.
fn service_worker(files: &[(String, Vec<u8>)]) -> Result<String, Box<dyn Error>> {
    let template = fs::read_to_string(Path::new(CRATE).join("pages/sw.js"))?;
    let mut hasher = DefaultHasher::new();
    (files, &template).hash(&mut hasher);
    let names = files.iter().map(|(name, _)| match name.strip_suffix("index.html") {
        Some(path) => format!("  \"./{path}\",\n"),
        None => format!("  \"./{name}\",\n"),
    });
    let names: String = names.collect();
    Ok(template
        .replace("\"{version}\"", &format!("\"{:016x}\"", hasher.finish()))
        .replace("  \"{files}\",\n", &names))
}
