/** Company A is the one everybody tries to reach; company B is the other one, and asks for a second factor. */
export type Side = "A" | "B";

export const companies: Readonly<Record<Side, string>> = {
  A: "aaaaaaaa-0000-4000-8000-000000000001",
  B: "bbbbbbbb-0000-4000-8000-000000000001",
};

/** The people of the seed. `home` is the company whose data tells about them, as their profile does. */
export const people = {
  owner: { id: "aaaaaaaa-0000-4000-8000-000000000011", home: "A", role: "owner", status: "active" },
  admin: { id: "aaaaaaaa-0000-4000-8000-000000000012", home: "A", role: "admin", status: "active" },
  member: { id: "aaaaaaaa-0000-4000-8000-000000000013", home: "A", role: "member", status: "active" },
  viewer: { id: "aaaaaaaa-0000-4000-8000-000000000014", home: "A", role: "viewer", status: "active" },
  suspended: { id: "aaaaaaaa-0000-4000-8000-000000000015", home: "A", role: "admin", status: "suspended" },
  otherOwner: { id: "bbbbbbbb-0000-4000-8000-000000000011", home: "B", role: "owner", status: "active" },
  otherMember: { id: "bbbbbbbb-0000-4000-8000-000000000013", home: "B", role: "member", status: "active" },
  // Those who run the installation: nobody's colleagues, though each was on a team once.
  operator: { id: "bbbbbbbb-0000-4000-8000-000000000015", home: "B", role: "admin", status: "suspended" },
  secondOperator: { id: "aaaaaaaa-0000-4000-8000-000000000016", home: "A", role: "admin", status: "suspended" },
} as const satisfies Record<string, { id: string; home: Side; role: string; status: string }>;

/** A member of company B who is a mere viewer of company A: no role may travel from one company to the other. */
export const guest = { person: people.otherMember, company: "A", role: "viewer" } as const;

export const stranger = "cccccccc-0000-4000-8000-000000000011";

/** Members of no company, who audit a project of company A: one until long after, one no more, and one who has none left. */
export const auditors = {
  live: { id: "cccccccc-0000-4000-8000-000000000021", endsAt: "2999-01-01", projects: 1 },
  ended: { id: "cccccccc-0000-4000-8000-000000000022", endsAt: "2000-01-01", projects: 1 },
  idle: { id: "cccccccc-0000-4000-8000-000000000023", endsAt: "2999-01-01", projects: 0 },
} as const;

/** Connections of company A: one that collects, one beside it, and one that was ended. */
export const connections = {
  live: { id: "aaaaaaaa-0000-4000-8000-000000000031", state: "connected" },
  other: { id: "aaaaaaaa-0000-4000-8000-000000000032", state: "connected" },
  ended: { id: "aaaaaaaa-0000-4000-8000-000000000033", state: "disconnected" },
} as const;

/** People of the registers, who have no seat: one of each company, and one of company A who left. */
export const staff: Readonly<Record<Side | "ended", string>> = {
  A: "aaaaaaaa-0000-4000-8000-000000000009",
  B: "bbbbbbbb-0000-4000-8000-000000000009",
  ended: "aaaaaaaa-0000-4000-8000-000000000008",
};

/** Who runs the installation. Nobody else of the seed does. */
export const operators: readonly string[] = [people.operator.id, people.secondOperator.id];

/** Somebody, or some process, that asks the database for things. */
export interface Principal {
  readonly name: string;
  readonly role: "app_user" | "app_auditor" | "app_staff" | "app_auth" | "app_worker" | "app_signer";
  readonly userId: string;
  /** The company that the transaction claims; "" claims none. */
  readonly companyId: string;
  /** Signed in with one factor; company B asks for two. */
  readonly withoutSecondFactor?: boolean;
  /** The company whose data this principal is meant to reach. */
  readonly entitled?: Side;
  /** Companies of which the person is an active member, whichever one the transaction claims. */
  readonly belongsTo: readonly Side[];
}

const signedIn = (name: string, userId: string, companyId: string, rest: Pick<Principal, "entitled" | "belongsTo">) =>
  ({ name, role: "app_user", userId, companyId, ...rest }) as const;

/** Everyone the contract tests try: those with rights first, then those who must get nothing, then the other pools. */
export const principals: readonly Principal[] = [
  signedIn("owner", people.owner.id, companies.A, { entitled: "A", belongsTo: ["A"] }),
  signedIn("admin", people.admin.id, companies.A, { entitled: "A", belongsTo: ["A"] }),
  signedIn("member", people.member.id, companies.A, { entitled: "A", belongsTo: ["A"] }),
  signedIn("viewer", people.viewer.id, companies.A, { entitled: "A", belongsTo: ["A"] }),
  signedIn("viewer of A who is a member of B", guest.person.id, companies.A, { entitled: "A", belongsTo: ["A", "B"] }),
  signedIn("member of B who is a viewer of A", guest.person.id, companies.B, { entitled: "B", belongsTo: ["A", "B"] }),
  signedIn("owner of B", people.otherOwner.id, companies.B, { entitled: "B", belongsTo: ["B"] }),
  {
    ...signedIn("owner of B without a second factor", people.otherOwner.id, companies.B, { belongsTo: ["B"] }),
    withoutSecondFactor: true,
  },
  signedIn("a connection of A", connections.live.id, companies.A, { entitled: "A", belongsTo: ["A"] }),
  signedIn("a connection of A claiming company B", connections.live.id, companies.B, { belongsTo: ["A"] }),
  signedIn("a connection of A until lately", connections.ended.id, companies.A, { belongsTo: [] }),
  signedIn("suspended member", people.suspended.id, companies.A, { belongsTo: [] }),
  signedIn("outsider", people.otherOwner.id, companies.A, { belongsTo: ["B"] }),
  signedIn("member claiming no company", people.member.id, "", { belongsTo: ["A"] }),
  signedIn("member claiming company B", people.member.id, companies.B, { belongsTo: ["A"] }),
  signedIn("stranger", stranger, companies.A, { belongsTo: [] }),
  signedIn("platform admin", people.operator.id, companies.A, { belongsTo: [] }),
  signedIn("anonymous", "", companies.A, { belongsTo: [] }),
  {
    ...signedIn("auditor of A", auditors.live.id, companies.A, { entitled: "A", belongsTo: ["A"] }),
    role: "app_auditor",
  },
  { ...signedIn("auditor of A until lately", auditors.ended.id, companies.A, { belongsTo: [] }), role: "app_auditor" },
  {
    ...signedIn("auditor of A without a project", auditors.idle.id, companies.A, { belongsTo: [] }),
    role: "app_auditor",
  },
  { ...signedIn("owner, as if an auditor", people.owner.id, companies.A, { belongsTo: ["A"] }), role: "app_auditor" },
  { ...signedIn("staff of A", staff.A, companies.A, { entitled: "A", belongsTo: ["A"] }), role: "app_staff" },
  { ...signedIn("staff of A claiming company B", staff.A, companies.B, { belongsTo: ["A"] }), role: "app_staff" },
  { ...signedIn("staff of A until lately", staff.ended, companies.A, { belongsTo: [] }), role: "app_staff" },
  { ...signedIn("owner, as if staff", people.owner.id, companies.A, { belongsTo: ["A"] }), role: "app_staff" },
  { ...signedIn("staff of A, as if a member", staff.A, companies.A, { belongsTo: [] }), role: "app_user" },
  { ...signedIn("app_auth", people.owner.id, companies.A, { belongsTo: [] }), role: "app_auth" },
  { ...signedIn("app_worker", people.owner.id, companies.A, { belongsTo: [] }), role: "app_worker" },
  { ...signedIn("app_signer", people.owner.id, companies.A, { belongsTo: [] }), role: "app_signer" },
];
