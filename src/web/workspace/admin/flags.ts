import { useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api, client } from "#web/api.ts";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";

export type Flag = z.output<typeof contract.flags.list.output>[number];

interface Overriding {
  readonly key: string;
  readonly companyId: string;
  readonly company: string;
  /** Null has it as the installation has it. */
  readonly enabled: boolean | null;
}

/** Sets what a company has otherwise, says so, and answers whether it was done. */
export function useOverride() {
  const queries = useQueryClient();
  return async ({ company, ...input }: Overriding): Promise<boolean> => {
    try {
      const changed = await client.flags.override(input);
      queries.setQueryData(api.flags.list.queryKey({ input: {} }), (before) =>
        before?.map((flag) => (flag.key === changed.key ? changed : flag)),
      );
      void queries.invalidateQueries({ queryKey: api.users.acts.key() });
      const how = { true: "on", false: "off", null: "the installation default" }[String(input.enabled)];
      toast.success(`${input.key} is ${how} for ${company}`);
      return true;
    } catch (error) {
      showError(error, "Failed to change the flag");
      return false;
    }
  };
}
