import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { RadioGroup, Radio } from "#web/design/choice.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { timeNow } from "#web/clock.ts";
import { useWorkspace } from "../company-context.tsx";
import { PreviewOf } from "./import-dialog.tsx";
import type { Register } from "./registers.ts";
import { rosterCsv } from "./roster.ts";
import { useActs } from "./use-acts.ts";

type Listed = z.output<typeof contract.accounts.list.output>;

const PAGE = 200;
/** As many rows as a file may have. */
const MOST = 10_000;

interface RosterDialogProps {
  register: Register;
  sources: Listed["sources"];
  onClose: () => void;
}

/** People whom a connected system lists and who are not in People yet: shown before, imported all at once, and undone like a file. */
export default function RosterDialog({ register, sources, onClose }: RosterDialogProps) {
  const { company } = useWorkspace();
  const acts = useActs(register);
  const [source, setSource] = useState(sources[0]!.source);
  const asked = useQuery({
    queryKey: ["roster", company.id, source],
    staleTime: 0,
    queryFn: async () => {
      const accounts: Listed["accounts"] = [];
      let total = 1;
      while (accounts.length < Math.min(total, MOST)) {
        const input = { companyId: company.id, show: "new", source, skip: accounts.length, limit: PAGE } as const;
        const page = await client.accounts.list(input);
        if (page.accounts.length === 0) break;
        accounts.push(...page.accounts);
        total = page.total;
      }
      const csv = rosterCsv(accounts, timeNow().toISOString().slice(0, 10));
      if (accounts.length === 0) return { csv, preview: null };
      return {
        csv,
        preview: await client.registers.previewCsv({ companyId: company.id, register: register.key, csv }),
      };
    },
  });
  const importing = useMutation({
    mutationFn: (csv: string) => acts.importCsv(csv),
    onSuccess: onClose,
    onError: (error) => showError(error, "The people could not be imported"),
  });
  const preview = asked.data?.preview;
  return (
    <Dialog title="Import people from accounts" width="wide" onClose={importing.isPending ? undefined : onClose}>
      <DialogBody>
        {sources.length > 1 && (
          <RadioGroup name="source" label="Connected system">
            {sources.map((system) => (
              <Radio
                key={system.source}
                label={system.source}
                note={system.count === 1 ? "1 account" : `${system.count.toLocaleString("en-US")} accounts`}
                checked={system.source === source}
                onChange={() => setSource(system.source)}
              />
            ))}
          </RadioGroup>
        )}
        <Screen
          data={asked}
          loading={<SkeletonRegister rows={3} columns={2} />}
          empty={{
            when: (data) => data.preview === null,
            show: (
              <p className="quiet">
                Nobody new: each active account there is of somebody in People, or shows no email address.
              </p>
            ),
          }}
        >
          {(data) => (
            <>
              <p className="compact quiet">
                Names come from email addresses, and start dates from when accounts were made. Check them after the
                import.
              </p>
              {data.preview && <PreviewOf register={register} preview={data.preview} name={source} />}
            </>
          )}
        </Screen>
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" disabled={importing.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          disabled={!preview || preview.wrong > 0 || preview.added === 0}
          busy={importing.isPending && "Importing..."}
          onClick={() => asked.data && importing.mutate(asked.data.csv)}
        >
          Import
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
