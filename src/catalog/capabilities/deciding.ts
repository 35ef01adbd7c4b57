import { kept } from "./capability.ts";

const status = "src/domain/control-status.test.ts";

/** How controls are decided, by machines and by people. */
export const deciding = {
  library: kept(
    "One library of 22 controls",
    "You file evidence under its controls once. It counts in every project of the company, for each of seven frameworks.",
    "getting-started",
    {
      "src/catalog/catalog.test.ts": [
        "a project of any open framework can label every control",
        "every id that a control maps to in %s is there, once, and so is the control's lead",
      ],
    },
  ),
  confidentiality: kept(
    "Client confidentiality",
    "Client confidentiality is one of the 22 controls, with its own checks, documents and requirements.",
    "control-status",
    { "src/catalog/catalog.test.ts": ["asks every control for checks, evidence with a lifetime, and a statement"] },
  ),
  status: kept(
    "Pass or fail by control",
    "A control passes when all its checks pass and all its expected documents are on file and reviewed. Unknown never counts as a pass.",
    "control-status",
    {
      [status]: [
        "G0: nothing passes while a check is undecided or a document is not on file",
        "taking a pass or a document away turns nothing green",
        "progress and basis count the same, and all of it only where nothing is missing",
        "a failing check fails its control, unless that does not apply",
      ],
    },
    { more: "The status is computed on request, with its reason, how much is decided and by what." },
  ),
  ready: kept("Audit readiness", "22 of 22 means that you are ready to start an audit.", "control-status", {
    "src/server/controls/earned.db.test.ts": [
      "is earned by the shortest honest way, each of the 22, and then the project is ready",
    ],
  }),
  documents: kept(
    "Reviewed documents",
    "An expected document counts once a reviewer has accepted it, until its time is over.",
    "control-status",
    {
      "src/server/documents/documents.db.test.ts": [
        "is filed by one person, accepted by another, and on file until its time is over",
        "is reviewed by its own filer only where nobody else may review, and says so",
      ],
    },
  ),
  manualTests: kept(
    "Tests by people",
    "Test a check by hand: draw a sample, cite exhibits, conclude and sign.",
    "manual-tests",
    {
      "src/server/manual-tests/manual-tests.db.test.ts": [
        "holds what somebody else needs to repeat it, and who signed it when, for as long as the control's cadence",
      ],
      "src/server/manual-tests/deciding.db.test.ts": [
        "stays failing where a machine found it failing, whatever a person tests",
      ],
    },
  ),
  acceptedFailures: kept(
    "Accepted failures",
    "Owners and admins can accept a failing check until a day, with a reason and a treatment. It stays failing.",
    "manual-tests",
    {
      "src/server/accepted-failures/accepted-failures.db.test.ts": [
        "is accepted until a day, with reason and treatment, and changes nothing of what fails",
      ],
    },
  ),
  systems: kept(
    "A list of systems",
    "Checks are asked of every system on your list. A system that nobody read leaves its check unknown.",
    "systems",
    {
      "src/server/systems/systems.db.test.ts": [
        "takes a system out of scope until a day, ends by itself, and can be taken back",
      ],
    },
  ),
  severalFrameworks: kept(
    "Several frameworks",
    "A company can have projects in as many frameworks as its plan includes.",
    "getting-started",
    {
      "src/server/platform/operators.db.test.ts": [
        "U4: multi-framework is off at first, and off it closes nothing that the plan includes",
      ],
      "src/server/onboarding/onboarding.db.test.ts": [
        "U4: no recommendation leads to a closed door: each says whether the company can have a project of it",
      ],
    },
  ),
  alerts: kept(
    "Alerts",
    "Subscribers get one email when a control starts failing and one when it has passed for 10 minutes.",
    "alerts",
    {
      "src/server/alerts/incidents.db.test.ts": [
        "a control that fails is told at once to owners and admins, once, with a link to it on a line of its own",
        "a control that flaps within minutes is one incident and one mail",
      ],
      "src/server/controls/standings.db.test.ts": [
        "a control falls at the moment that was written down, and not before",
      ],
    },
    { more: "They also get emails before evidence expires. Alerts also appear in the product and reach webhooks." },
  ),
  setup: kept(
    "Guided setup",
    "Five steps recommend frameworks, and the dashboard shows what to do next. A timer shows how long it took to the first report.",
    "getting-started",
    {
      "tests/end-to-end/lena-sets-up-a-law-firm.spec.ts": [
        "Lena sets up a firm of twelve, from signing up to a control report that verifies",
      ],
      "src/server/onboarding/onboarding.db.test.ts": [
        "runs from the owner's sign-up to the first report that was taken, and then stands still",
      ],
      "src/domain/next-steps.test.ts": [
        "taking the steps yields what was foretold, and no gain is below 0 or above 100",
      ],
    },
    { more: "How long it takes depends on the evidence you have. About 90 minutes is a plan." },
  ),
} as const;
