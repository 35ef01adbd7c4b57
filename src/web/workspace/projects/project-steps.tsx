import { useQuery } from "@tanstack/react-query";
import { getProvider } from "#catalog/providers.ts";
import type { ProviderKey } from "#domain/provider.ts";
import { api } from "#web/api.ts";
import { ButtonLink } from "#web/design/button.tsx";
import { Mark } from "#web/design/mark.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import { useDocuments } from "../documents/documents.ts";
import type { ControlRow } from "./project.ts";

interface Step {
  readonly title: string;
  readonly text: string;
  readonly minutes: number;
  /** What it is good for. */
  readonly gain: string;
  readonly to: string;
  readonly label: string;
  readonly isDone: boolean;
}

/** What to do first in a project in which nothing is decided, with how long it takes; only what the person may do. */
export function ProjectSteps({ controls }: { controls: readonly ControlRow[] }) {
  const steps = useSteps(controls);
  const open = steps.filter(({ isDone }) => !isDone);
  if (open.length === 0) return null;
  const minutes = open.reduce((sum, step) => sum + step.minutes, 0);
  return (
    <section aria-labelledby="project-steps">
      <div className="project-section">
        <h2 id="project-steps" className="title-card">
          What to do first
        </h2>
        <p className="fine faint">About {minutes} minutes. You can stop and come back.</p>
      </div>
      <ol className="project-steps">
        {steps.map((step, at) => (
          <li key={step.to} data-done={step.isDone || undefined}>
            <span className="project-step-number" aria-hidden="true">
              {at + 1}
            </span>
            <div className="project-step-text">
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </div>
            <p className="project-step-time">{step.isDone ? "" : `${step.minutes} min`}</p>
            <p className="project-step-gain">{step.gain}</p>
            <div className="project-step-way">
              {step.isDone ? (
                <Mark finding="passing">Done</Mark>
              ) : (
                <ButtonLink size="small" kind={step === open[0] ? "primary" : "secondary"} to={step.to}>
                  {step.label}
                </ButtonLink>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function useSteps(controls: readonly ControlRow[]): readonly Step[] {
  const { company } = useWorkspace();
  const input = { companyId: company.id };
  const [mayScope, mayConnect] = [useCan("systems.manage"), useCan("connections.manage")];
  const [mayFile, mayInvite] = [useCan("evidence.file"), useCan("members.invite")];
  const kinds = useQuery({ ...api.systems.list.queryOptions({ input }), enabled: mayScope }).data?.kinds;
  const offers = useQuery({ ...api.connections.list.queryOptions({ input }), enabled: mayConnect }).data;
  const documents = useDocuments().filter(({ asked, notApplicable }) => asked && notApplicable === null);
  const missing = documents.filter(({ state }) => ["missing", "returned", "expired"].includes(state)).length;
  const asked = controls.reduce((sum, { progress }) => sum + progress.asked, 0);
  const connect = connectStep(controls, offers ?? []);
  return [
    ...(mayScope && kinds
      ? [
          {
            title: "List the systems you use",
            text: "This sets what each check asks. Choose from tiles, or say that you have none.",
            minutes: 8,
            gain: `Sets the scope of ${asked - documents.length} checks`,
            to: "/dashboard/systems",
            label: "List Systems",
            isDone: kinds.every(({ state }) => state !== "not answered"),
          },
        ]
      : []),
    ...(mayConnect && connect ? [connect] : []),
    ...(mayFile
      ? [
          {
            title: "File what you already have",
            text: "Drop many files at once. We suggest a document for each, and you confirm.",
            minutes: 10,
            gain:
              missing > 0
                ? missing === 1
                  ? "1 document is missing"
                  : `${missing} documents are missing`
                : "All documents are filed",
            to: "/dashboard/evidence/add",
            label: "Add Files",
            isDone: missing === 0,
          },
        ]
      : []),
    ...(mayInvite
      ? [
          {
            title: "Invite a second person",
            text: "A document counts once another person has reviewed it. Owners and admins review.",
            minutes: 2,
            gain: `Reviews up to ${documents.length} documents`,
            to: "/dashboard/settings?invite=1",
            label: "Invite",
            isDone: false,
          },
        ]
      : []),
  ];
}

interface Offered {
  readonly provider: ProviderKey;
  readonly connections: readonly unknown[];
}

/** The provider that is next for most controls; before systems are listed, the one that most companies have. */
function connectStep(controls: readonly ControlRow[], offers: readonly Offered[]): Step | undefined {
  const wanted = controls.flatMap(({ next }) => (next?.kind === "connect" && next.provider ? [next.provider] : []));
  const counted = [...Map.groupBy(wanted, (key) => key)].toSorted(
    ([, first], [, second]) => second.length - first.length,
  );
  const key = counted[0]?.[0] ?? "google-workspace";
  const offer = offers.find(({ provider }) => provider === key) ?? offers[0];
  if (!offer) return undefined;
  const { name, description } = getProvider(offer.provider);
  const count = counted[0]?.[1].length ?? 0;
  const isConnected = offers.some(({ connections }) => connections.length > 0);
  return {
    title: isConnected ? "Connect your systems" : `Connect ${name}`,
    text: `${description} Exhibit only reads, and changes nothing.`,
    minutes: 3,
    gain: count > 0 ? `Next for ${count} ${count === 1 ? "control" : "controls"}` : "Decides checks every hour",
    to: `/dashboard/integrations?connect=${offer.provider}`,
    label: "Connect",
    isDone: isConnected,
  };
}
