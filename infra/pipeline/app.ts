import { buildPipeline } from "./build.ts";

buildPipeline().app.synth();
