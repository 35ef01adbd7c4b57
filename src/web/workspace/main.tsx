// The workspace: a program in the browser, built apart from the public pages (docs/decisions/0128).
import "#web/without-eval.ts";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import "#web/design/styles/index.css";
import { routes } from "./routes.tsx";

createRoot(document.getElementById("workspace")!).render(<RouterProvider router={createBrowserRouter(routes)} />);
