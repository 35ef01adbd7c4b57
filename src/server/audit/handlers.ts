import { createHash, randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { findControl, getFramework } from "#catalog/index.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import type { FailureName } from "#contract/failures.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { drawSample } from "#domain/sample.ts";
import { listComments } from "./comment-list.ts";
import { listRequests } from "./request-list.ts";
import { getSample, listSamples } from "./sample-list.ts";
import type { Tx } from "../db/as-caller.ts";
import { auditAnswered } from "../mail/templates/audit-answered.ts";
import { refuse, sqlState, violatedConstraint } from "../refusal.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Outbox } from "../mail/outbox.ts";

interface Deps {
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

const sha256 = (text: Uint8Array) => createHash("sha256").update(text).digest();

export function auditHandlers({ outbox, appUrl, now }: Deps): HandlersOf<"audit"> {
  return {
    scope: async ({ input: { companyId }, tx }) => {
      const { rows } = await sql<{ ends_at: Date | null }>`SELECT app.audit_end() AS ends_at`.execute(tx);
      const projects = await tx
        .selectFrom("app.projects")
        .select(["id", "name", "framework"])
        .where("company_id", "=", companyId)
        .where("archived_at", "is", null)
        .orderBy("name")
        .execute();
      return {
        endsAt: rows[0]?.ends_at?.toISOString() ?? null,
        projects: projects.map(({ framework, ...project }) => ({
          ...project,
          framework: framework as FrameworkKey,
          frameworkName: getFramework(framework as FrameworkKey).name,
        })),
      };
    },
    requests: ({ input, tx }) => listRequests(tx, input.companyId, input.project),
    ask: async ({ input: { projectId, control, text, dueOn }, tx }) => {
      if (control !== undefined && !findControl(control)) return refuse("not-found");
      const id = randomUUID();
      await throughDoor(
        tx,
        sql`app.ask_for_evidence(${id}, ${projectId}, ${control ?? null}, ${text}, ${dueOn}, ${now()})`,
      );
      return {
        answer: { id },
        entry: { subject: id, details: { project: projectId, ...(control && { control }), dueOn } },
      };
    },
    answer: async ({ input: { companyId, requestId, text, items }, caller, tx }) => {
      const request = await tx
        .selectFrom("app.audit_requests")
        .select(["wanted", "control_id", "state"])
        .where("company_id", "=", companyId)
        .where("id", "=", requestId)
        .executeTakeFirst();
      if (!request) return refuse("not-found");
      if (request.state !== "open" && request.state !== "answered") return refuse("request-not-open");
      const exhibits = await ordinaryItems(tx, companyId, items);
      const id = randomUUID();
      await tx
        .insertInto("app.audit_answers")
        .values({
          company_id: companyId,
          id,
          request_id: requestId,
          said: text,
          answered_by: caller.userId,
          answered_at: now(),
        })
        .execute();
      if (exhibits.length > 0)
        await tx
          .insertInto("app.audit_answer_items")
          .values(exhibits.map((item) => ({ company_id: companyId, answer_id: id, evidence_id: item.id })))
          .execute();
      const { numUpdatedRows } = await tx
        .updateTable("app.audit_requests")
        .set({ state: "answered" })
        .where("company_id", "=", companyId)
        .where("id", "=", requestId)
        .executeTakeFirst();
      // The auditor settled it in the meantime.
      if (numUpdatedRows === 0n) return refuse("request-not-open");
      await tellAsker(tx, companyId, requestId, request.wanted);
      const details = {
        ...(request.control_id && { control: request.control_id }),
        exhibits: exhibits.map(({ exhibit }) => exhibit),
      };
      return { answer: { id }, entry: { subject: requestId, details } };
    },
    settle: async ({ input: { requestId, outcome }, tx }) => {
      const { rows } = await sql<{
        done: boolean;
      }>`SELECT app.settle_audit_request(${requestId}, ${outcome}) AS done`.execute(tx);
      if (!rows[0]?.done) return refuse("request-not-open");
      return { answer: { id: requestId }, entry: { subject: requestId, details: { outcome } } };
    },
    comments: ({ input, tx }) => listComments(tx, input),
    comment: async ({ input: { companyId, projectId, control, item, text }, caller, tx }) => {
      if (control !== undefined && !findControl(control)) return refuse("not-found");
      const id = randomUUID();
      let on = control ?? "";
      if (caller.role === "auditor") {
        const { rows } = await sql<{
          number: number | null;
        }>`SELECT app.audited_item(${item ?? null}::uuid) AS number`.execute(tx);
        if (item !== undefined) on = formatExhibitNumber(rows[0]?.number ?? refuse("not-found"));
        await throughDoor(
          tx,
          sql`app.comment_as_auditor(${id}, ${projectId}, ${control ?? null}, ${item ?? null}, ${text}, ${now()})`,
        );
      } else {
        if (item !== undefined) on = (await ordinaryItems(tx, companyId, [item]))[0]!.exhibit;
        await tx
          .insertInto("app.audit_comments")
          .values({
            company_id: companyId,
            id,
            project_id: projectId,
            control_id: control ?? null,
            evidence_id: item ?? null,
            said: text,
            author_id: caller.userId,
            at: now(),
          })
          .execute()
          .catch(refuseIf("23503", "not-found"));
      }
      return { answer: { id }, entry: { subject: id, details: { on, project: projectId } } };
    },
    samples: async ({ input, tx }) => (await listSamples(tx, input.companyId)).map(({ sample }) => sample),
    sample: async ({ input: { projectId, control, from, to, size, seed = randomBytes(8).toString("hex") }, tx }) => {
      if (!findControl(control)) return refuse("not-found");
      const rows = await throughDoor<{ n: number }>(
        tx,
        sql`n FROM app.sample_population(${projectId}, ${control}, ${from}, ${to}) n`,
      );
      const population = rows.map(({ n }) => n);
      if (population.length === 0) return refuse("nothing-to-sample");
      const numbers = drawSample(sha256, { seed, population, size });
      const id = randomUUID();
      await throughDoor(
        tx,
        sql`app.keep_sample(${id}, ${projectId}, ${control}, ${from}, ${to}, ${seed}, ${population.length}, ${numbers}::bigint[], ${now()})`,
      );
      const details = { control, project: projectId, seed, size: numbers.length, population: population.length };
      return { answer: { id }, entry: { subject: id, details } };
    },
    getSample: ({ input, tx }) => getSample(tx, input.companyId, input.sampleId),
  };

  /** Who asked is told that there is an answer, and not what it says. */
  async function tellAsker(tx: Tx, companyId: string, requestId: string, wanted: string): Promise<void> {
    const { rows } = await sql<{ email: string; first_name: string; last_name: string; company: string }>`
      SELECT a.*, c.name AS company FROM app.request_asker(${requestId}) a, app.companies c WHERE c.id = ${companyId}`.execute(
      tx,
    );
    const [asker] = rows;
    if (!asker) return;
    const user = { email: asker.email, firstName: asker.first_name, lastName: asker.last_name };
    await outbox.enqueue(tx, auditAnswered({ user, company: asker.company, wanted, appUrl }));
  }
}

/** What an auditor may write, a function of the database does; it refuses whatever is not of a project they audit. */
async function throughDoor<Row = unknown>(tx: Tx, call: RawBuilder<unknown>): Promise<Row[]> {
  try {
    return (await sql<Row>`SELECT ${call}`.execute(tx)).rows;
  } catch (error) {
    if (violatedConstraint(error) === "audited_project" || violatedConstraint(error) === "audited_item")
      refuse("not-found", error);
    throw error;
  }
}

const refuseIf = (state: string, failure: FailureName) => (error: unknown) =>
  sqlState(error) === state ? refuse(failure, error) : Promise.reject(error);

/** These items, all of which must be there and none privileged: what both sides speak of is for both sides to see. */
async function ordinaryItems(tx: Tx, companyId: string, ids: readonly string[]) {
  const asked = [...new Set(ids)];
  const { rows } = await sql<{ id: string; number: number }>`SELECT id, number FROM app.evidence
    WHERE company_id = ${companyId} AND id = ANY (${asked}::uuid[]) AND matter_id IS NULL ORDER BY number`.execute(tx);
  if (rows.length < asked.length) refuse("not-found");
  return rows.map(({ id, number }) => ({ id, exhibit: formatExhibitNumber(number) }));
}
