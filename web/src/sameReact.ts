// Imported before React, as in app/main.tsx, because the order of imports changes the chunk.
import "./app/mount.tsx";
import React from "react";
import ReactDOM from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { mount } from "./app/mount.tsx";
import * as moduleObject from "./ui/cx.ts";

/**
 * No page loads this entry. It makes both builds use the same parts of React, so that both produce the same chunk. A
 * visitor who saw the tour then has React in the cache when they sign up. The React chunk imports helpers of the
 * bundler, and `moduleObject` makes both builds need the same helpers.
 */
Reflect.set(globalThis, "sameReact", [React, ReactDOM, createRoot, hydrateRoot, mount, moduleObject]);
