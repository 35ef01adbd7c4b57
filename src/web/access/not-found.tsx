import { NotFound } from "#web/access/not-found-page.tsx";

export const meta = () => [{ title: "Page Not Found - Exhibit" }];

export default NotFound;
