import type * as z from "zod";
import type { contract } from "#contract/index.ts";

export type Health = z.output<typeof contract.health.get.output>;
