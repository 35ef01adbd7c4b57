import { leaveFor } from "./leave-for.ts";
import { Opening } from "./opening.tsx";

export const meta = () => [{ title: "Exhibit" }];

/** A link from a public page into the workspace. */
export function clientLoader({ request }: { request: Request }) {
  const { pathname, search } = new URL(request.url);
  return leaveFor(pathname + search);
}

export default Opening;
