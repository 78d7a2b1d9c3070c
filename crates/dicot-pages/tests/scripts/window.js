// What scripts of the pages expect while they are loaded. It is imported before them; no test sends a request.

globalThis.window = new EventTarget();
