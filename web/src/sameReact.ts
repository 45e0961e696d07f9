// First, as in app/main.tsx: the order is part of the chunk.
import "./app/mount.tsx";
import React from "react";
import ReactDOM from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { mount } from "./app/mount.tsx";
import * as moduleObject from "./ui/cx.ts";

/**
 * An entry of both builds of the site, which no page loads: it makes both use the same parts of React, so that its
 * chunk comes out the same, and a visitor who saw the tour has it already when they sign up. A
 * module taken as an object makes both use the same of the bundler's own helpers, which that chunk imports.
 */
Reflect.set(globalThis, "sameReact", [React, ReactDOM, createRoot, hydrateRoot, mount, moduleObject]);
