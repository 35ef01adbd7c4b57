import { sql } from "kysely";
import type * as z from "zod";
import { findRegister } from "#catalog/registers/index.ts";
import type { contract } from "#contract/index.ts";
import type { Proposal } from "#domain/registers/proposals.ts";
import type { Tx } from "../db/as-caller.ts";
import { functionOf } from "../db/functions.ts";

type Presented = z.input<typeof contract.proposals.list.output>[number];

/** A proposal with where it was read, or who named it. */
export interface Found {
  readonly proposal: Proposal;
  readonly seen: Presented["seen"];
  readonly namedBy?: Presented["namedBy"];
}

interface Row {
  readonly named_at: Date;
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  readonly serial: string | null;
  readonly person_id: string;
  readonly person: string;
  readonly number: number;
}

/** What staff named as theirs and missing, and no record says besides those of `batch`, of people who have not ended. */
export async function readNamedDevices(
  tx: Tx,
  companyId: string,
  batch: string | null = null,
): Promise<readonly (Required<Found> & { readonly namedAt: Date })[]> {
  const key = functionOf("app.named_device_key", [sql<string>`n.id`]);
  const isRecorded = functionOf("app.is_named_recorded", [sql<string>`n.id`, batch]);
  const { rows } =
    await sql<Row>`SELECT ${key} AS key, n.name, n.kind, n.serial, n.person_id, n.named_at, p.fields ->> 'name' AS person,
      p.number::integer AS number
    FROM app.named_devices n
    JOIN app.records p ON p.company_id = n.company_id AND p.id = n.person_id AND p.register = 'people' AND p.ended_at IS NULL
    WHERE n.company_id = ${companyId} AND NOT ${isRecorded} ORDER BY n.named_at, n.id`.execute(tx);
  const kinds = findRegister("devices")!.fields["kind"]!.choices!;
  return rows.map(({ key: own, name, kind, serial, person_id: holderId, person, number, named_at: namedAt }) => ({
    proposal: {
      key: own,
      register: "devices",
      title: name,
      detail: [kinds[kind] ?? "A device", `named by ${person}, PER-${number}`].join(", "),
      fields: { name, holderId, ...(kind in kinds && { kind }), ...(serial !== null && { serial }) },
      names: [],
    },
    seen: null,
    namedBy: person,
    namedAt,
  }));
}
