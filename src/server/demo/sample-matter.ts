import type pg from "pg";
import type { DemoApplication } from "./application.ts";
import { fileItem } from "./sample-filing.ts";
import { PRIYA } from "./sample-people.ts";

const NAME = "Hallam v. Orsted Marine";

interface MatterDeps {
  readonly app: DemoApplication;
  /** The administrator's connection to the template. */
  readonly admin: pg.ClientBase;
  /** Does what a request would do, as the owner. */
  readonly act: (name: string, input: Record<string, unknown>) => Promise<unknown>;
  readonly at: (when: { daysAgo: number; time: string }) => Date;
}

/**
 * The steps of a matter: the owner opens it, adds Priya to its access list, and files an item under its privilege, which counts in
 * nothing. The firm's admin and everyone else see neither.
 */
export function sampleMatter({ app, admin, act, at }: MatterDeps, companyId: string) {
  let matterId = "";
  const [opened, filed] = [
    { daysAgo: 34, time: "09:40" },
    { daysAgo: 9, time: "16:10" },
  ] as const;
  return [
    {
      ...opened,
      do: async () => {
        const matter = { companyId, name: NAME, basis: "attorney-client", join: true };
        ({ id: matterId } = (await act("matters.create", matter)) as { id: string });
        await act("matters.addPerson", { companyId, matterId, userId: PRIYA });
      },
    },
    {
      ...filed,
      do: () =>
        fileItem(
          app,
          admin,
          companyId,
          {
            ...filed,
            controls: ["XC-13"],
            place: "us",
            type: "Document",
            source: "Upload",
            name: "Advice to Hallam on the laptop that was lost",
            text: "What we advise about the notice to the other side, and about what the laptop held.",
          },
          at(filed),
          matterId,
        ),
    },
  ];
}
