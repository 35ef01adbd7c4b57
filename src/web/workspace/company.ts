import type * as z from "zod";
import type { contract } from "#contract/index.ts";

/** The company that the workspace shows, as its member sees it. */
export type Company = z.output<typeof contract.companies.get.output>;
