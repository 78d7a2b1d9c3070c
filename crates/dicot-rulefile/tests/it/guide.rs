//! The files in the guide are rulesets.

#[test]
fn files_of_the_guide() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/ruleset-files.md");
    let page = std::fs::read_to_string(path).unwrap();
    let files: Vec<&str> =
        (page.split("```game\n").skip(1)).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(files.len(), 4);
    let read = |text: &&str| dicot_rulefile::read("guide", text).unwrap();
    let names: Vec<String> = files.iter().map(|text| read(text).spec().name.clone()).collect();
    assert!(page.contains(&names[0]), "{names:?}");
    let slide = "game slide\nletter x left\nletter . empty\nleft east, west: x. -> .x";
    let error = dicot_rulefile::read("slide.game", slide).unwrap_err();
    assert!(page.contains(&error.to_string()), "{error}");
}
