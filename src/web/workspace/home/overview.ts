import type * as z from "zod";
import type { contract } from "#contract/index.ts";

/** Everything the home screen shows, computed by the server from what is on file now. */
export type Overview = z.output<typeof contract.companies.overview.output>;
