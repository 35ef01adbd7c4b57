/** One of the two accounts that are written on the login page. They open a visit and exist nowhere else. */
export interface DemoAccount {
  readonly kind: "demo" | "admin";
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Of the person in every template. */
  readonly userId: string;
}

/** The owner of the sample company, and an admin of it who runs the installation as well. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    kind: "demo",
    email: "demo@exhibit.example",
    password: "Sample-company-1",
    firstName: "Maya",
    lastName: "Okafor",
    userId: "de300000-0000-4000-8000-000000000001",
  },
  {
    kind: "admin",
    email: "admin@exhibit.example",
    password: "Sample-admin-1",
    firstName: "Jonas",
    lastName: "Lindqvist",
    userId: "de300000-0000-4000-8000-000000000002",
  },
];
