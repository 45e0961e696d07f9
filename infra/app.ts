import { buildApp } from "./build.ts";

buildApp().app.synth();
