/** One step through a real screen. */
export interface WalkStep {
  readonly title: string;
  readonly says: string;
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
    about: "Choose a framework, and see the 22 controls under its requirement ids.",
    minutes: 3,
    steps: [
      {
        title: "Name it and choose a framework",
        says: "Press Create New Project, type a name, choose a framework, and press Create Project.",
        to: "/dashboard/projects",
      },
      {
        title: "Open it",
        says: "Choose the project in the list. Its page has all 22 controls, and how many of them the evidence on file covers.",
        to: "/dashboard/projects",
      },
      {
        title: "Look at the home page",
        says: "The framework now stands in Framework Status. The figures are computed from what is on file.",
        to: "/dashboard",
      },
    ],
  },
  {
    key: "file-evidence",
    title: "File evidence",
    about: "Add a document under a control, and import a scanner's report.",
    minutes: 5,
    steps: [
      {
        title: "Add a document",
        says: "Press Add Evidence, choose a file, and say what it is and which controls it proves.",
        to: "/dashboard/evidence",
      },
      {
        title: "Read its panel",
        says: "Choose the item in the list: its number, its hash, where it lies, and its place in the ledger.",
        to: "/dashboard/evidence",
      },
      {
        title: "Import a report",
        says: "Press Import a Report and choose a report, such as one of Prowler or in SARIF. Each finding is matched with the controls' checks.",
        to: "/dashboard/integrations",
      },
    ],
  },
  {
    key: "read-a-control",
    title: "Read a control",
    about: "Why it passes or fails, and what it does not cover.",
    minutes: 3,
    steps: [
      {
        title: "Open a project",
        says: "Choose a project, then one of its controls. The first sentence says why the control has its status.",
        to: "/dashboard/projects",
      },
      {
        title: "Compare with its evidence",
        says: "Further down are its checks, the items filed under it, and what it does not cover. Its own page has its history, its notes and who sees to it.",
        to: "/dashboard/projects",
      },
      {
        title: "Know the rules",
        says: "The documentation has the order of the rules by which a status is computed.",
        to: "/dashboard/support/docs/control-status",
      },
    ],
  },
  {
    key: "export-and-verify",
    title: "Export and verify",
    about: "Make a bundle, and check it as an auditor would.",
    minutes: 5,
    steps: [
      {
        title: "Export the report",
        says: "Press Export Report at the top of the page, and Export in its dialog. The download begins at once, and its progress is shown.",
        to: "/dashboard",
      },
      {
        title: "Verify it offline",
        says: "Open /verify.html of this address in a browser, enter the key from the settings and choose the ZIP, or run the command of this page in a terminal. Neither sends anything anywhere or needs an account.",
        to: "/dashboard/support/docs/verifying-a-bundle",
      },
      {
        title: "Find it in the record",
        says: "The export itself is an entry of the ledger: who made it, and when.",
        to: "/dashboard/activity?kind=export",
      },
    ],
  },
];
