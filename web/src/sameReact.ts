import React from "react";
import ReactDOM from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";

/**
 * An entry of both builds of the site, which no page loads: by it both use the same of React, so that its chunk
 * comes out the same, and who goes on from a public page to the application has it already.
 */
Reflect.set(globalThis, "sameReact", [React, ReactDOM, createRoot, hydrateRoot]);
