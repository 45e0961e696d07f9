import "../app/zod.ts";
import { followTheme } from "../app/theme.ts";
import { enliven } from "./frame/enliven.ts";
import { islandSelector } from "./frame/Island.tsx";
import { Nav } from "./frame/Nav.tsx";
import { watchUncaught } from "./watchUncaught.ts";

// Pages that are read: only the navigation lives. The status board comes where there is one.
watchUncaught();
followTheme();
enliven("nav", <Nav />);
if (document.querySelector(islandSelector("statusBoard")) !== null) {
  // Waited for: static/enliven.js hands on the clicks that came early when this file has run.
  const { StatusBoard } = await import("./status/StatusBoard.tsx");
  enliven("statusBoard", <StatusBoard />);
}
