import { useMutation, useQueryClient } from "@tanstack/react-query";
import { reviewControl } from "#contract/reviews.ts";
import { api, client } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { toast } from "#web/design/toast-list.ts";
import { upload } from "#web/upload.ts";
import { useWorkspace } from "../../company-context.tsx";
import { exhibitOf } from "../exhibit-of.ts";
import { accountsOf } from "./reviews.ts";

/** A list that somebody chose, as it is and as it was read. */
export interface ChosenFile {
  readonly fileName: string;
  readonly bytes: ArrayBuffer;
  readonly csv: string;
  readonly encoding: "utf-8" | "windows-1252";
  /** One key for all tries, so that trying again never files it twice. */
  readonly key: string;
}

interface Confirmed {
  readonly file: ChosenFile;
  readonly count: number;
  readonly gone: number;
  readonly exportedFrom: string;
  readonly exportedOn: string;
}

/** Files a list of accounts as evidence, then confirms that it is complete. */
export function useAddList(systemId: string, system: string) {
  const { company } = useWorkspace();
  const companyId = company.id;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ file: { fileName, bytes, csv, encoding, key }, ...confirmed }: Confirmed) => {
      const exhibit =
        (await exhibitOf(companyId, new Uint8Array(bytes))) ??
        (
          await upload(
            contract.evidence.file,
            { companyId, name: `Accounts of ${system}`, fileName, type: "Report", controls: reviewControl },
            new Blob([bytes]),
            { key },
          )
        ).exhibit;
      return await client.reviews.addList({ companyId, systemId, csv, encoding, exhibit, ...confirmed });
    },
    onSuccess: async ({ accounts }) => {
      const keys = [api.reviews.key(), api.evidence.key()];
      await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
      toast.success(`${accountsOf(accounts)} of ${system} added`);
    },
  });
}
