export { forgetNames, personOf } from "./person.ts";
export { findMarks, type Mark, markAll } from "./table.ts";
