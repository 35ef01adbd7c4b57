import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { registerTime } from "#web/design/dates.ts";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import type { Health } from "./health.ts";

type DeadJob = Health["deadJobs"][number];

/** Jobs that were given up: each can be tried again or discarded. */
export function FailedJobs({ health: { deadJobs } }: { health: Health }) {
  const queries = useQueryClient();
  const [pending, setPending] = useState<string>();

  async function change(id: string, work: () => Promise<unknown>, done: string) {
    setPending(id);
    try {
      await work();
      toast.success(done);
    } catch (error) {
      showError(error, "The job could not be changed");
    } finally {
      setPending(undefined);
      void queries.invalidateQueries({ queryKey: api.health.key() });
    }
  }

  if (deadJobs.length === 0) return <p className="quiet">No job has failed for good.</p>;
  return (
    <ul className="settings-list" aria-label="Failed jobs">
      {deadJobs.map((job) => (
        <li key={job.id}>
          <div className="narrows">
            <b className="strong">{job.label}</b>
            <p className="wraps small faint">
              {sayFailure(job)} <span className="mono breaks">{job.key}</span>
            </p>
          </div>
          <div className="row gap-4">
            <Button
              size="small"
              kind="quiet"
              disabled={pending === job.id}
              aria-label={`Try again: ${job.label}, ${job.key}`}
              onClick={() => void change(job.id, () => client.health.retryJob({ jobId: job.id }), "Trying again")}
            >
              Try again
            </Button>
            <Button
              size="small"
              kind="quiet"
              disabled={pending === job.id}
              aria-label={`Discard: ${job.label}, ${job.key}`}
              onClick={() => void change(job.id, () => client.health.discardJob({ jobId: job.id }), "Job discarded")}
            >
              Discard
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function sayFailure({ attempts, error, failedAt }: DeadJob): string {
  return `Failed ${attempts === 1 ? "once" : `${attempts} times`}, last ${registerTime(failedAt)} UTC: ${error}.`;
}
