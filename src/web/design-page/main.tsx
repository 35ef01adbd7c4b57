// The page by itself, for a server that development and tests run; `npm run dev` has it as a route.
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import "#web/design/styles/index.css";
import DesignPage from "./design-page.tsx";

createRoot(document.getElementById("page")!).render(
  <MemoryRouter>
    <DesignPage />
  </MemoryRouter>,
);
