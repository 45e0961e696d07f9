import "./zod.ts";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import { watchUncaught } from "./log.ts";
import { createAppRouter } from "./router.tsx";

watchUncaught();
const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<RouterProvider router={createAppRouter()} />);
