// Shows the side bar: the page's name, the navigation and the foot. On a small screen it is at the top.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { queries } from "../store/queries.ts";
import { Footing, SpentLine } from "./footing.tsx";
import styles from "./side.module.css";

export const places = [
  { to: "/", name: "Home", keys: "g h" },
  { to: "/commissions", name: "Commissions", keys: "g c" },
  { to: "/workers", name: "Workers", keys: "g w" },
  { to: "/projects", name: "Projects", keys: "g p" },
  { to: "/memory", name: "Memory", keys: "g m" },
  { to: "/doctor", name: "Doctor", keys: "g d" },
] as const;

export function Side() {
  return (
    <nav className={styles["side"]} aria-label="The hall">
      <div className={styles["top"]}>
        <Link to="/" className={styles["name"]}>
          Guild Hall
        </Link>
        <div className={styles["spent"]}>
          <SpentLine />
        </div>
      </div>
      <ul className={styles["places"]}>
        {places.map(({ to, name }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: to === "/", includeSearch: false }}
              className={styles["place"]}
              activeProps={{ "aria-current": "page" }}
            >
              {name}
              {to === "/" && <NeedsCount />}
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles["foot"]}>
        <Footing />
      </div>
    </nav>
  );
}

function NeedsCount() {
  const total = useQuery(queries.attention()).data?.total ?? 0;
  if (total === 0) return null;
  return (
    <span className={styles["count"]}>
      {total}
      <span className="unseen"> need you</span>
    </span>
  );
}
