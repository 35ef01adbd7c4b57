import type { SampleListed } from "./sample-connector.ts";

interface CloudUser {
  readonly name: string;
  readonly createdOn: string;
  /** A program: it has a key, and no password. */
  readonly isProgram?: true;
  readonly isRoot?: true;
}

const present: readonly CloudUser[] = [
  { name: "root user", createdOn: "2021-03-02", isRoot: true },
  { name: "m.okafor", createdOn: "2021-03-02" },
  { name: "j.lindqvist", createdOn: "2022-07-11" },
  { name: "t.silva", createdOn: "2024-09-16" },
  { name: "d.reyes", createdOn: "2025-02-03" },
  { name: "deploy", createdOn: "2022-07-12", isProgram: true },
];

/** Whose account the review of access had removed. */
const removed: readonly CloudUser[] = [{ name: "p.nair", createdOn: "2023-08-21" }];

const ACCOUNT = "412900000174";
const arnOf = ({ name, isRoot }: CloudUser) => `arn:aws:iam::${ACCOUNT}:${isRoot ? "root" : `user/${name}`}`;

/** The id that the cloud account has for a user. */
export const cloudUserId = (name: string): string =>
  name === "root user" ? `${ACCOUNT} root` : `AIDA${Buffer.from(name).toString("hex").toUpperCase()}`;

const subjectOf = ({ name }: CloudUser) => ({ type: "user", id: cloudUserId(name), label: name });

const user = (own: CloudUser): SampleListed => ({
  kind: "aws.user",
  subject: subjectOf(own),
  data: { arn: arnOf(own), name: own.name, createdOn: own.createdOn },
});

const credentials = (own: CloudUser): SampleListed => ({
  kind: "aws.credentials",
  subject: subjectOf(own),
  data: {
    arn: arnOf(own),
    root: own.isRoot === true,
    createdOn: own.createdOn,
    password: own.isRoot ? null : !own.isProgram,
    // Days of use would be another day tomorrow.
    passwordUsed: null,
    passwordChangedOn: null,
    mfa: own.isProgram ? false : own.name !== "d.reyes",
    keys: own.isProgram ? [{ active: true, used: null, rotatedOn: null }] : [],
  },
});

/** The users of the cloud account. */
export const cloudUsers = {
  items: present.filter(({ isRoot }) => !isRoot).map(user),
  gone: removed.map(user),
};

/** What its report says of each of them, and of the root user. */
export const cloudCredentials = {
  items: present.map(credentials),
  gone: removed.map(credentials),
};
