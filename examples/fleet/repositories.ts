/** A team that owns repositories. */
export type Team = "identity" | "mobile" | "payments" | "platform" | "shop";

/** A repository that has a merge queue. */
export interface FleetRepository {
  readonly name: string;
  readonly team: Team;
  /** Branch that its queue merges into; `main` if it does not say. */
  readonly branch?: string;
}

/** Every repository of the organization `acme` that has a merge queue. */
export const REPOSITORIES: readonly FleetRepository[] = [
  { name: "accounts", team: "identity" },
  { name: "audit-log", team: "identity" },
  { name: "consent", team: "identity" },
  { name: "login", team: "identity" },
  { name: "permissions", team: "identity" },
  { name: "sessions", team: "identity" },
  { name: "app-android", team: "mobile" },
  { name: "app-ios", team: "mobile" },
  { name: "app-shared", team: "mobile" },
  { name: "design-system", team: "mobile" },
  { name: "push", team: "mobile" },
  { name: "release-train", team: "mobile" },
  { name: "billing", team: "payments" },
  { name: "fraud", team: "payments" },
  { name: "invoices", team: "payments" },
  { name: "ledger", team: "payments" },
  { name: "payouts", team: "payments" },
  { name: "refunds", team: "payments" },
  { name: "taxes", team: "payments" },
  { name: "build-cache", team: "platform" },
  { name: "cluster", team: "platform" },
  { name: "deploy", team: "platform" },
  { name: "feature-flags", team: "platform" },
  { name: "gateway", team: "platform" },
  { name: "logging", team: "platform" },
  { name: "metrics", team: "platform" },
  { name: "monolith", team: "platform", branch: "trunk" },
  { name: "runtime", team: "platform" },
  { name: "secrets", team: "platform" },
  { name: "tracing", team: "platform" },
  { name: "basket", team: "shop" },
  { name: "catalog", team: "shop" },
  { name: "checkout", team: "shop" },
  { name: "coupons", team: "shop" },
  { name: "orders", team: "shop" },
  { name: "prices", team: "shop" },
  { name: "reviews", team: "shop" },
  { name: "search", team: "shop" },
  { name: "stock", team: "shop" },
  { name: "storefront", team: "shop" },
];
