/** One step through a real screen. */
export interface WalkStep {
  readonly title: string;
  readonly text: string;
  /** The screen it is done on. */
  readonly to: string;
}

/** A way through several screens, one step after the other. */
export interface WalkThrough {
  readonly key: string;
  readonly title: string;
  readonly about: string;
  readonly minutes: number;
  readonly steps: readonly WalkStep[];
}

export const walkThroughs: readonly WalkThrough[] = [
  {
    key: "create-a-project",
    title: "Create a project",
    about: "Choose a framework and see its 22 controls with their requirement ids.",
    minutes: 3,
    steps: [
      {
        title: "Name it and choose a framework",
        text: "Choose Create New Project, enter a name, choose a framework and choose Create Project.",
        to: "/dashboard/projects",
      },
      {
        title: "Open it",
        text: "Choose the project in the list. Its page shows all 22 controls and how many your evidence covers.",
        to: "/dashboard/projects",
      },
      {
        title: "View the dashboard",
        text: "Framework Status now shows the framework. Its figures come from your evidence.",
        to: "/dashboard",
      },
    ],
  },
  {
    key: "file-evidence",
    title: "Add evidence",
    about: "Add a document to a control and import a scanner report.",
    minutes: 5,
    steps: [
      {
        title: "Add a document",
        text: "Choose Add Evidence, choose a file, then set its type and the controls it supports.",
        to: "/dashboard/evidence",
      },
      {
        title: "Read its panel",
        text: "Choose the item in the list to see its number, hash, storage location and ledger entry.",
        to: "/dashboard/evidence",
      },
      {
        title: "Import a report",
        text: "Choose Import a Report and select a report, such as Prowler or SARIF. We match each finding to the controls' checks.",
        to: "/dashboard/integrations",
      },
    ],
  },
  {
    key: "read-a-control",
    title: "Read a control",
    about: "See why a control passes or fails and what it does not cover.",
    minutes: 3,
    steps: [
      {
        title: "Open a project",
        text: "Choose a project, then one of its controls. It says how far it is decided and what is next.",
        to: "/dashboard/projects",
      },
      {
        title: "See what decides it",
        text: "Below are its checks with their parts and its expected documents, then supporting evidence and what it does not cover. The control page adds history and notes.",
        to: "/dashboard/projects",
      },
      {
        title: "Learn the rules",
        text: "The documentation lists the rules that decide a status, in order.",
        to: "/dashboard/support/docs/control-status",
      },
    ],
  },
  {
    key: "export-and-verify",
    title: "Export and verify",
    about: "Export a bundle and check it as an auditor would.",
    minutes: 5,
    steps: [
      {
        title: "Export the report",
        text: "Choose Export Report at the top of the page, then Export. The download starts immediately and shows its progress.",
        to: "/dashboard",
      },
      {
        title: "Verify it offline",
        text: "Open /verify.html on this site, enter the key from Settings and choose the ZIP. Or run the command on this page in a terminal. Both work offline and without an account.",
        to: "/dashboard/support/docs/verifying-a-bundle",
      },
      {
        title: "Find it in the record",
        text: "The ledger records each export, with who made it and when.",
        to: "/dashboard/activity?kind=export",
      },
    ],
  },
];
