import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import { client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { toast } from "#web/design/toast-list.ts";
import { VisuallyHidden } from "#web/design/visually-hidden.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import { useRefreshDocuments } from "./documents.ts";
import type { ExpectedDocument } from "./documents.ts";
import { PrintMenu } from "./print-menu.tsx";

/** What policies or registers say of a document, with what follows from it: print it, and submit it for another person's review. */
export function DocumentAnswer({ document }: { document: ExpectedDocument }) {
  const { answer, source } = document;
  if (document.notApplicable) return null;
  if (!answer) return isOfExhibit(source) ? <WhereFrom source={source} /> : null;
  return (
    <div className="document-filing">
      <p>
        {answer.reason}
        <span className="own-line fine quiet">
          {source === "policy" ? "Read from your policies" : "Read from your registers"} as{" "}
          {spokenNumber(answer.exhibit)}, {longDate(answer.sealedAt)}.
        </span>
      </p>
      {source === "printed" && (
        <div className="document-actions">
          <PrintMenu documents={[document]} />
          <SubmitButton document={document} />
        </div>
      )}
    </div>
  );
}

type OfExhibit = "policy" | "printed" | "received";
const isOfExhibit = (source: ExpectedDocument["source"]): source is OfExhibit => source in ways;

/** How Exhibit puts a document on file, and where. */
const ways: Readonly<Record<OfExhibit, readonly [words: string, to: string, open: string]>> = {
  policy: ["On file by itself once the policy is in force.", "/dashboard/program/policies", "Open Policies"],
  printed: ["Exhibit prints this document once its records are there.", "/dashboard/program", "Open Program"],
  received: [
    "On file by itself once its record has the file and its date, and another person approved it.",
    "/dashboard/program",
    "Open Program",
  ],
};

function WhereFrom({ source }: { source: OfExhibit }) {
  const [words, to, open] = ways[source];
  return (
    <p className="fine quiet">
      {words} <Link to={to}>{open}</Link>
    </p>
  );
}

/** Offered while the registers are confirmed and nothing that was printed from them waits or counts. */
function SubmitButton({ document }: { document: ExpectedDocument }) {
  const { company } = useWorkspace();
  const mayFile = useCan("evidence.file");
  const refresh = useRefreshDocuments();
  const { id: documentId, title, answer, state } = document;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      await client.printedDocuments.submit({ companyId: company.id, documentId });
      await refresh();
    },
    onSuccess: () => toast.success(`${title}: submitted for review`),
    onError: (error) => showError(error, "The document could not be submitted"),
  });
  const isWanted = answer?.outcome === "pass" && state !== "on file" && state !== "waiting";
  if (!mayFile || !isWanted) return null;
  return (
    <Button size="small" kind="primary" busy={isPending && "Submitting..."} onClick={() => mutate()}>
      Submit for review<VisuallyHidden>: {title}</VisuallyHidden>
    </Button>
  );
}
