import { useQuery } from "@tanstack/react-query";
import { Dices } from "lucide-react";
import { useState } from "react";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Table, oneSection } from "#web/design/table.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import type { AuditScope } from "./audit.ts";
import { drawnFrom } from "./audit.ts";
import { DrawDialog } from "./draw-dialog.tsx";
import { SampleDialog } from "./sample-dialog.tsx";

/** Seeded samples that were drawn; each can be opened again, and drawn again by anyone from what it says. */
export function Samples({ scope }: { scope: AuditScope }) {
  const { company } = useWorkspace();
  const mayDraw = useCan("audit.ask");
  const [drawing, setDrawing] = useState(false);
  const [open, setOpen] = useState<string>();
  const samples = useQuery(api.audit.samples.queryOptions({ input: { companyId: company.id } }));
  return (
    <>
      {mayDraw && (
        <div className="audit-actions below-16">
          <Button kind="primary" icon={Dices} onClick={() => setDrawing(true)}>
            Draw a Sample
          </Button>
        </div>
      )}
      <Screen
        data={samples}
        loading={<SkeletonRegister rows={3} columns={4} />}
        empty={{ when: (all) => all.length === 0, show: <p className="padded-16 quiet">No samples yet.</p> }}
      >
        {(all) => (
          <Table
            label="Samples"
            marginHead="Control"
            margin={({ control }) => control ?? ""}
            columns={[
              {
                key: "what",
                head: "Sample",
                phone: "title",
                cell: ({ id, size, population }) => (
                  <button type="button" className="row-action" onClick={() => setOpen(id)}>
                    {size} of {population.toLocaleString("en-US")}
                  </button>
                ),
              },
              {
                key: "days",
                head: "Drawn from",
                phone: "line",
                cell: drawnFrom,
              },
              { key: "seed", head: "Seed", phone: "left", cell: ({ seed }) => <span className="mono">{seed}</span> },
              {
                key: "by",
                head: "Drawn by",
                written: true,
                phone: "hidden",
                roomy: true,
                cell: ({ drawnBy }) => drawnBy,
              },
            ]}
            rowKey={({ id }) => id}
            sections={oneSection(all)}
          />
        )}
      </Screen>
      {drawing && (
        <DrawDialog
          scope={scope}
          onClose={() => setDrawing(false)}
          onDrawn={(id) => {
            setDrawing(false);
            setOpen(id);
          }}
        />
      )}
      {open !== undefined && <SampleDialog sampleId={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
