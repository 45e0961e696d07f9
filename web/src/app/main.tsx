import "./zod.ts";
import "./mount.tsx";
import { RouterProvider } from "react-router-dom";
import { watchUncaught } from "./log.ts";
import { mount } from "./mount.tsx";
import { readFilledFields } from "./readFilledFields.ts";
import { createAppRouter } from "./router.tsx";

watchUncaught();
readFilledFields(document);
const root = document.getElementById("root");
const router = createAppRouter();
if (root !== null) mount(root, () => <RouterProvider router={router} />);
