// Requests to workers with dicot in WebAssembly, on a site without a server.

import { Client } from "../wasm/client.js";

document.documentElement.classList.add("no-server");

export class Transport {
  /** `ApiError` is the type of its errors. */
  constructor(ApiError) {
    this.ApiError = ApiError;
    /** The address of the first page. */
    this.root = new URL("../../", import.meta.url).href;
    this.client = new Client();
  }

  async call(name, body, { signal, store, progress }) {
    try {
      return await this.client.call(name, body, { session: store, signal, progress });
    } catch (error) {
      if (error.name !== "DicotError") throw error;
      throw new this.ApiError(error.message, error);
    }
  }

  async get(name) {
    return this.call(name, {}, { store: "" });
  }
}

// The service worker keeps the site for visits without a network. It waits until the page has what it needs.
if ("serviceWorker" in navigator) {
  window.addEventListener("load", () => {
    navigator.serviceWorker.register(new URL("../../sw.js", import.meta.url)).catch(() => {
      // Some browsers refuse it, such as in private windows: the site works, but not offline.
    });
  });
}
