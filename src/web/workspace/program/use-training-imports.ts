import { useMutation, useQueryClient } from "@tanstack/react-query";
import { trainingControl } from "#contract/training.ts";
import { api, client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { contract } from "#web/contract.ts";
import { toast } from "#web/design/toast-list.ts";
import { upload } from "#web/upload.ts";
import { useWorkspace } from "../company-context.tsx";
import { exhibitOf } from "./exhibit-of.ts";

/** A list that somebody chose. */
export interface ChosenList {
  readonly fileName: string;
  readonly csv: string;
  readonly encoding: "utf-8" | "windows-1252";
  /** As they were chosen: they are what is filed. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** One key for all tries, so that trying again never files it twice. */
  readonly key: string;
}

interface ImportedAs {
  readonly list: ChosenList;
  readonly course: string;
  readonly provider: string;
}

/** Imports lists of other providers, each filed as evidence first, and undoes them. */
export function useTrainingImports() {
  const { company } = useWorkspace();
  const companyId = company.id;
  const queries = useQueryClient();
  const refresh = () =>
    Promise.all([api.training.key(), api.evidence.key()].map((queryKey) => queries.invalidateQueries({ queryKey })));
  const undo = useMutation({
    mutationFn: (batchId: string) => client.training.undoImport({ companyId, batchId }),
    onSuccess: async ({ undone }) => {
      await refresh();
      toast.success(undone === 1 ? "1 person taken back" : `${undone.toLocaleString("en-US")} people taken back`);
    },
    onError: (error) => showError(error, "The list could not be undone"),
  });
  const add = useMutation({
    mutationFn: async ({ list, course, provider }: ImportedAs) => {
      const { fileName, csv, encoding, bytes, key } = list;
      const exhibit =
        (await exhibitOf(companyId, bytes)) ??
        (
          await upload(
            contract.evidence.file,
            { companyId, name: `Training list of ${provider}`, fileName, type: "Document", controls: trainingControl },
            new Blob([bytes]),
            { key },
          )
        ).exhibit;
      return await client.training.import({ companyId, csv, encoding, exhibit, course, provider });
    },
    onSuccess: async ({ batchId, added }) => {
      await refresh();
      toast.success(`${added === 1 ? "1 person" : `${added.toLocaleString("en-US")} people`} imported`, {
        action: { label: "Undo", onPress: () => undo.mutate(batchId) },
      });
    },
  });
  return { add, undo };
}
