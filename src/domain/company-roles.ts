/** The roles of a company's members, from most to least. */
export const memberRoles = ["owner", "admin", "member", "viewer"] as const;

export type MemberRole = (typeof memberRoles)[number];

/** Everyone whom a company lets in. An auditor is no member: they read what they were invited to, until a day. */
export const companyRoles = [...memberRoles, "auditor"] as const;

export type CompanyRole = (typeof companyRoles)[number];
