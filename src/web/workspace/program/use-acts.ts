import { useQueryClient } from "@tanstack/react-query";
import type { PrefilledReviewKey } from "#domain/reviews/prefilled-review-keys.ts";
import { api, client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../company-context.tsx";
import { useMatterOfRecords } from "../matter-of-records.ts";
import { countedRecords } from "./registers.ts";
import { editShown } from "./edit-shown.ts";
import type { FieldValue, GivenFields, RecordDetails, RecordPage, Register, RegisterRecord } from "./registers.ts";

/** A record as the person saw it who changes it. */
export interface Seen {
  readonly id: string;
  readonly version: number;
  readonly before: Readonly<Record<string, FieldValue | null>>;
}

interface Concluded {
  readonly lines: string[];
  readonly fields: {
    readonly conclusion: string;
    readonly findings: string[];
    readonly reviewerIds: string[];
  };
}

/** An exhibit for a record; `holds` is what its field was seen with. */
export interface FileUse {
  readonly recordId: string;
  readonly exhibit: string;
  readonly holds: string | null;
}

const undoReason = "Added by mistake";

/** Changes to records: each is told in a slip, and each that can be taken back says so there. */
export function useActs(register: Register) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const of = { companyId: company.id, register: register.key };
  const matter = useMatterOfRecords();
  // Whose accounts are, whom a link reaches and who has to learn what follows from who is in People.
  const refresh = async () => {
    const keys = [
      api.registers.key(),
      api.accounts.key(),
      api.staff.key(),
      api.training.key(),
      api.proposals.key(),
      api.tasks.key(),
      api.legalHolds.key(),
      ...("matterId" in matter ? [api.matters.key()] : []),
    ];
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };

  /** What the server answered is on screen at once; what follows from it elsewhere is read after. */
  function show(record: RegisterRecord) {
    queries.setQueriesData<RecordPage>({ queryKey: api.registers.records.key() }, (page) =>
      page?.records.some(({ id }) => id === record.id)
        ? { ...page, records: page.records.map((other) => (other.id === record.id ? record : other)) }
        : page,
    );
    queries.setQueriesData<RecordDetails>({ queryKey: api.registers.get.key() }, (details) =>
      details?.id === record.id ? { ...details, ...record } : details,
    );
    void refresh();
  }

  const sendShown = (recordId: string, version: number, fields: GivenFields) =>
    editShown(queries, register, recordId, fields, () =>
      client.registers.change({ ...of, ...matter, recordId, version, fields }),
    );

  function undo(label: string, work: () => Promise<unknown>) {
    return {
      action: {
        label,
        onPress: () =>
          void work()
            .then(() => toast.success("Undone"))
            .catch((error: unknown) => showError(error, "This could not be undone"))
            .finally(() => void refresh()),
      },
    };
  }
  /** All in one request; records of a matter one after the other. */
  const endTogether = async (ids: readonly string[], reason: string, lastDay?: string) => {
    try {
      return await client.registers.endMany({ ...of, recordIds: [...ids], reason, lastDay });
    } finally {
      await refresh();
    }
  };
  const endAll = async (ids: readonly string[], reason: string, lastDay?: string) => {
    const ended: string[] = [];
    try {
      for (const recordId of ids) {
        await client.registers.end({ ...of, ...matter, recordId, reason, lastDay });
        ended.push(recordId);
      }
    } finally {
      await refresh();
    }
    return ended;
  };
  const reopenAll = async (ids: readonly string[]) => {
    for (const recordId of ids) await client.registers.reopen({ ...of, ...matter, recordId });
  };

  return {
    refresh,
    /** `aboutId`: of a record in a matter, the ordinary record that it is about. */
    async add(fields: GivenFields, aboutId = "") {
      const about = aboutId === "" ? {} : { aboutId };
      const added = await client.registers.add({ ...of, ...matter, ...about, fields });
      await refresh();
      toast.success(
        `${added.number} added`,
        undo("Undo", () => endAll([added.id], undoReason)),
      );
      return added;
    },
    /** `before` is what Undo gives back: where another person's value was overwritten, that one. */
    async change({ id, version, before }: Seen, fields: GivenFields) {
      const changed = await sendShown(id, version, fields);
      show(changed);
      const was = Object.fromEntries(Object.keys(fields).map((key) => [key, before[key] ?? null]));
      toast.success(
        `${changed.number} saved`,
        undo("Undo", async () => show(await sendShown(changed.id, changed.version, was))),
      );
      return changed;
    },
    async end(records: readonly RegisterRecord[], reason: string, lastDay?: string) {
      if (records.length > 1 && !("matterId" in matter)) {
        const { batchId, ended } = await endTogether(
          records.map(({ id }) => id),
          reason,
          lastDay,
        );
        toast.success(`${countedRecords(register, ended)} ended`, undoBatch(batchId));
        return;
      }
      const ended = await endAll(
        records.map(({ id }) => id),
        reason,
        lastDay,
      );
      const what = records.length === 1 ? records[0]!.number : countedRecords(register, ended.length);
      toast.success(
        `${what} ended`,
        undo("Undo", () => reopenAll(ended)),
      );
    },
    async reopen({ id, number, ended }: RegisterRecord) {
      try {
        await client.registers.reopen({ ...of, ...matter, recordId: id });
        toast.success(
          `${number} reopened`,
          undo("Undo", () => endAll([id], ended?.reason ?? undoReason)),
        );
      } catch (error) {
        showError(error, "This could not be reopened");
      }
      await refresh();
    },
    async approve({ id, number, version }: RegisterRecord) {
      try {
        await client.registers.approve({ ...of, recordId: id, version });
        toast.success(`${number} approved`);
      } catch (error) {
        showError(error, "This could not be approved");
      }
      await refresh();
    },
    /** Throws what the form shows. */
    async withdrawApproval({ id, number, version }: RegisterRecord, reason: string) {
      await client.registers.withdrawApproval({ ...of, recordId: id, version, reason });
      await refresh();
      toast.success(`${number} is not approved any more`);
    },
    /** Refused with both values where somebody else set a field since the records were read. */
    async changeMany(records: readonly Pick<RegisterRecord, "id" | "version">[], fields: GivenFields) {
      const recordIds = records.map(({ id }) => id);
      const versions = records.map(({ version }) => version);
      const { batchId, changed } = await client.registers.changeMany({ ...of, recordIds, versions, fields });
      await refresh();
      toast.success(`${countedRecords(register, changed)} changed`, undoBatch(batchId));
    },
    async useFiles(field: string, uses: readonly FileUse[]) {
      const { batchId, changed } = await client.registers.useFiles({ ...of, field, uses: [...uses] });
      await refresh();
      toast.success(`${countedRecords(register, changed)} changed`, { lasts: 12_000, ...undoBatch(batchId) });
    },
    async importCsv(csv: string) {
      const { batchId, added, changed } = await client.registers.importCsv({ ...of, csv });
      await refresh();
      toast.success(`${importedWords(added, changed)}`, { lasts: 12_000, ...undoBatch(batchId) });
    },
    async sendContactTest(said: { systemId: string; contact: string; email: string }) {
      const added = await client.contactTests.send({ companyId: company.id, ...said });
      await refresh();
      toast.success(`${added.number} sent to ${said.email}`);
      return added;
    },
    async conclude(review: PrefilledReviewKey, said: Concluded) {
      const added = await client.prefilledReviews.conclude({ companyId: company.id, review, ...said });
      await refresh();
      toast.success(
        `${added.number} added. Another person approves it.`,
        undo("Undo", () => endAll([added.id], undoReason)),
      );
      return added;
    },
    async accept(keys: readonly string[], fields: GivenFields) {
      const { batchId, added } = await client.proposals.accept({ ...of, keys: [...keys], fields });
      await refresh();
      toast.success(`${countedRecords(register, added)} added`, { lasts: 12_000, ...undoBatch(batchId) });
    },
    async dismiss(keys: readonly string[], dismissed: boolean) {
      const again = (isDismissed: boolean) =>
        client.proposals.dismiss({ ...of, keys: [...keys], dismissed: isDismissed });
      const { decided } = await again(dismissed);
      await refresh();
      toast.success(
        `${decided === 1 ? "1 proposal" : `${decided} proposals`} ${dismissed ? "dismissed" : "shown again"}`,
        undo("Undo", () => again(!dismissed)),
      );
    },
  };

  function undoBatch(batchId: string) {
    return undo("Undo", async () => {
      const { kept } = await client.registers.undoBatch({ ...of, batchId });
      if (kept > 0)
        toast.info(`${countedRecords(register, kept)} ${kept === 1 ? "was" : "were"} changed since and left alone`);
    });
  }
}

/** `12 added, 3 changed` */
export function importedWords(added: number, changed: number): string {
  const said = [
    ...(added > 0 ? [`${added.toLocaleString("en-US")} added`] : []),
    ...(changed > 0 ? [`${changed.toLocaleString("en-US")} changed`] : []),
  ];
  return said.join(", ") || "Nothing to change";
}
