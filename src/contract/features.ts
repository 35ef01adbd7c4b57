import * as z from "zod";
import { query } from "./endpoint.ts";
import { id } from "./fields.ts";

export const features = {
  list: query({
    access: "company.read",
    path: "/companies/{companyId}/features",
    summary: "The features that are on for a company: what was set for it alone, else what the installation has",
    input: z.strictObject({ companyId: id }),
    output: z.array(z.string()),
  }),
};
