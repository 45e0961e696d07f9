// Imported first, as in app/main.tsx, because the order of imports changes the chunk.
import "./app/mount.tsx";
import React from "react";
import ReactDOM from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { mount } from "./app/mount.tsx";
import * as moduleObject from "./ui/cx.ts";

/**
 * An entry of both builds that no page loads. It makes both use the same parts of React, so both produce the same
 * chunk. A visitor who saw the tour then has React in the cache when they sign up. The import of a whole module makes
 * both builds use the same bundler helpers, because the React chunk imports them.
 */
Reflect.set(globalThis, "sameReact", [React, ReactDOM, createRoot, hydrateRoot, mount, moduleObject]);
