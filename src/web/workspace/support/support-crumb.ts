/** The way back from a page of help. */
export const supportCrumb = { label: "Support", to: "/dashboard/support" } as const;
