// Shows the side bar: the page's name, the navigation and the foot. On a small screen it is at the top.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useHall } from "../store/hall-store.ts";
import { queries } from "../store/queries.ts";
import { countWaiting } from "../words/landing.ts";
import { Footing, SpentLine } from "./footing.tsx";
import styles from "./side.module.css";

/** The places in the menu. */
export const places = [
  { to: "/", name: "Home", keys: "g h" },
  { to: "/commissions", name: "Commissions", keys: "g c" },
  { to: "/workers", name: "Workers", keys: "g w" },
  { to: "/projects", name: "Projects", keys: "g p" },
  { to: "/memory", name: "Memory", keys: "g m" },
  { to: "/doctor", name: "Doctor", keys: "g d" },
] as const;

/** Reached from home, by key and in the palette; the menu has room for few. */
export const sidePlaces = [{ to: "/review", name: "Ready for you", keys: "g r" }] as const;

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
              {to === "/" && <Counts />}
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

/** Shows how many things need the person, and with them the finished work that waits for a decision. */
function Counts() {
  const needs = useQuery(queries.attention()).data?.total ?? 0;
  const ready = useHall(({ commissions }) => countWaiting(commissions));
  if (needs + ready === 0) return null;
  const says = ready === 0 ? "need you" : `for you: ${ready} ready, ${needs} need you`;
  return (
    <span className={styles["count"]} title={ready === 0 ? undefined : `${ready} ready, ${needs} need you`}>
      {needs + ready}
      <span className="unseen"> {says}</span>
    </span>
  );
}
