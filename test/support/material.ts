import path from "node:path";
import { type ReadMaterial, readMaterial } from "../../web/material.ts";
import fixture from "../material/material.json" with { type: "json" };

export const MADE_UP_FOLDER = path.resolve(import.meta.dirname, "../material");
/** Complete made-up material, whose files exist. */
export const MADE_UP = fixture;
/** @param changed fields in place of the made-up ones */
export const madeUp = (changed: object = {}): ReadMaterial =>
  readMaterial({ ...fixture, ...changed }, MADE_UP_FOLDER);
