"""Methods of plans, one for each entry of the catalog.  Made by tools/bindings.py: do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Mapping, Optional, Sequence, Union

if TYPE_CHECKING:
    from tacit._plan import Plan

# fmt: off


class StepMethods:
    """Steps: each method gives a plan with one more."""

    def _add_step(self, name: str, arguments: Mapping[str, Any]) -> "Plan":
        raise NotImplementedError

    def drop(self, columns: Union[str, Sequence[str]]) -> "Plan":
        """Leaves columns out of the release.

        columns: the columns to mask

        Hundepool et al. (2012), Statistical Disclosure Control, section 3.4
        """
        return self._add_step("drop", {"columns": columns})

    def sample(self, columns: Optional[Union[str, Sequence[str]]] = None, *, share: Optional[float] = None, size: Optional[int] = None, how: Optional[Literal["simple", "systematic"]] = None, each: Optional[bool] = None, by: Optional[str] = None) -> "Plan":
        """Releases a random sample of the records, within strata and with weights adjusted.

        columns: order in which a systematic sample goes through the records; that of the file
            if not given
        share: share of the records to draw
        size: number of records to draw, instead of a share
        how: every set of records equally likely, or at regular distances from a random start
            ("simple" if not given)
        each: draw at least one record of every stratum (false if not given)
        by: draw records with the same value in this column together, such as households; share
            and size count them then

        Skinner, Marsh, Openshaw and Wymer (1994), Disclosure control for census microdata;
        Hundepool et al. (2012), Statistical Disclosure Control, section 3.4.1
        """
        return self._add_step("sample", {"columns": columns, "share": share, "size": size, "how": how, "each": each, "by": by})

    def recode(self, columns: Union[str, Sequence[str]], *, breaks: Optional[Union[float, Sequence[float]]] = None, width: Optional[float] = None, origin: Optional[float] = None, open: Optional[bool] = None, labels: Optional[Union[str, Sequence[str]]] = None, groups: Optional[Mapping[str, Any]] = None, level: Optional[int] = None, parts: Optional[int] = None, equal: Optional[Literal["counts", "width", "ratio"]] = None, closed: Optional[Literal["left", "right"]] = None, others: Optional[Literal["keep", "missing", "fail"]] = None, missing: Optional[str] = None, label: Optional[str] = None) -> "Plan":
        """Joins values into wider categories: intervals, groups, or a level of a hierarchy.

        columns: the columns to mask
        breaks: ends of intervals, upwards
        width: width of equal intervals, instead of breaks
        origin: where an interval of equal width begins (0.0 if not given)
        open: add an open interval below the first and above the last break (false if not given)
        labels: names of the intervals of breaks, one each
        groups: new label: the values that get it
        level: level of the column's hierarchy
        parts: number of intervals, whose ends are found in the data
        equal: what the parts have in common: how many values, how wide, or the ratio of their
            ends ("counts" if not given)
        closed: the end that belongs to an interval of breaks or parts ("left" if not given)
        others: what becomes of values that no group lists: they stay, are blanked, or are an
            error; they stay if not given
        missing: with groups, the label that missing values get; they stay missing if not given
        label: one label for all records, those with a missing value too

        Hundepool et al. (2012), Statistical Disclosure Control, section 3.4.2
        """
        return self._add_step("recode", {"columns": columns, "breaks": breaks, "width": width, "origin": origin, "open": open, "labels": labels, "groups": groups, "level": level, "parts": parts, "equal": equal, "closed": closed, "others": others, "missing": missing, "label": label})

    def top_code(self, columns: Union[str, Sequence[str]], *, at: Optional[float] = None, share: Optional[float] = None, replace: Optional[Literal["threshold", "mean", "value", "label"]] = None, value: Optional[float] = None, label: Optional[str] = None) -> "Plan":
        """Replaces values above a threshold by the threshold, their mean, another value or a label.

        columns: the columns to mask
        at: the threshold; values beyond it are replaced
        share: share of the values to replace, instead of a threshold
        replace: what replaces them: the threshold, the mean of the values beyond it, another
            value, or a label ("threshold" if not given)
        value: the number that replaces them, with replace: value
        label: the label, with replace: label; '>' or '<' and the threshold if not given

        Hundepool et al. (2012), Statistical Disclosure Control, section 3.4.3
        """
        return self._add_step("top_code", {"columns": columns, "at": at, "share": share, "replace": replace, "value": value, "label": label})

    def bottom_code(self, columns: Union[str, Sequence[str]], *, at: Optional[float] = None, share: Optional[float] = None, replace: Optional[Literal["threshold", "mean", "value", "label"]] = None, value: Optional[float] = None, label: Optional[str] = None) -> "Plan":
        """Replaces values below a threshold by the threshold, their mean, another value or a label.

        columns: the columns to mask
        at: the threshold; values beyond it are replaced
        share: share of the values to replace, instead of a threshold
        replace: what replaces them: the threshold, the mean of the values beyond it, another
            value, or a label ("threshold" if not given)
        value: the number that replaces them, with replace: value
        label: the label, with replace: label; '>' or '<' and the threshold if not given

        Hundepool et al. (2012), Statistical Disclosure Control, section 3.4.3
        """
        return self._add_step("bottom_code", {"columns": columns, "at": at, "share": share, "replace": replace, "value": value, "label": label})

    def mv_top_code(self, columns: Union[str, Sequence[str]], *, quantile: Optional[float] = None, whole: Optional[bool] = None) -> "Plan":
        """Pulls records far from the bulk, by all columns together, to its edge.

        columns: the columns to mask
        quantile: records beyond this quantile of the distance are pulled to it (0.975 if not
            given)
        whole: round the result to whole numbers (false if not given)

        Templ and Meindl (2008), Robustification of microdata masking methods and the comparison
        with existing methods; Rousseeuw (1985), Multivariate estimation with high breakdown
        point
        """
        return self._add_step("mv_top_code", {"columns": columns, "quantile": quantile, "whole": whole})

    def round(self, columns: Union[str, Sequence[str]], base: float, *, how: Optional[Literal["nearest", "up", "down", "random"]] = None) -> "Plan":
        """Rounds numbers to multiples of a base, to the nearest or by chance without bias.

        columns: the columns to mask
        base: results are multiples of this
        how: which multiple: the nearest (halves away from zero), the next one up or down, or
            one of the two by chance without bias ("nearest" if not given)

        Nargundkar and Saveland (1972), Random rounding to prevent statistical disclosures
        """
        return self._add_step("round", {"columns": columns, "base": base, "how": how})

    def generalize(self, columns: Optional[Union[str, Sequence[str]]] = None, *, search: Optional[Literal["auto", "optimal", "heuristic"]] = None, suppression: Optional[float] = None, k: Optional[int] = None, loss: Optional[Literal["granularity", "precision", "entropy_loss", "monotone_entropy", "non_uniform_entropy", "normalized_entropy", "discernibility", "monotone_discernibility", "average_class_size", "ambiguity", "kl_divergence", "height", "classification", "monotone_precision", "publisher_payout"]] = None, aggregate: Optional[Literal["auto", "geometric", "arithmetic", "maximum", "sum"]] = None, balance: Optional[float] = None, weights: Optional[Mapping[str, Any]] = None, prices: Optional[Union[float, Sequence[float]]] = None, attacker: Optional[Literal["prosecutor", "journalist"]] = None, profitable: Optional[bool] = None, levels: Optional[Mapping[str, Any]] = None, recoding: Optional[Literal["global", "mondrian", "relaxed", "iterative", "refine"]] = None, ranges: Optional[bool] = None, suppressed: Optional[Literal["auto", "blank", "remove"]] = None, target: Optional[str] = None, checks: Optional[int] = None, seconds: Optional[float] = None, per: Optional[str] = None) -> "Plan":
        """Finds the levels of the keys' hierarchies that keep what is required with the least loss.

        columns: the keys to generalise; all keys if left out, others stay as they are
        search: look at every node that could be best, or at promising ones; auto decides by the
            work it would be ("auto" if not given)
        suppression: the share of records that may be suppressed (0.02 if not given)
        k: k-anonymity to reach besides what the plan requires
        loss: what is to be least ("granularity" if not given)
        aggregate: how the losses of the keys become one number; auto adds up levels (height)
            and bits (entropies), and is geometric for others ("auto" if not given)
        balance: below 0.5 suppressing a record costs less, above 0.5 generalising (0.5 if not
            given)
        weights: column: how much its loss counts; 1 if not given
        prices: what trying a record costs an attacker, what it gains if right, what that costs
            the publisher, what a record with all its detail is worth
        attacker: with prices: who knows who is in the data, or who does not and looks among the
            population ("prosecutor" if not given)
        profitable: with prices: suppress classes that bring the publisher nothing (false if not
            given)
        levels: column: its level, or [lowest, highest] that may be chosen
        recoding: one level for all records, or local recoding by this algorithm ("global" if
            not given)
        ranges: with local recoding: numbers and dates become ranges of values instead of labels
            of their hierarchies (false if not given)
        suppressed: blank the keys of suppressed records, or remove the records; auto blanks if
            they then keep what is required ("auto" if not given)
        target: with the loss classification: the column to be predicted
        checks: stop after looking at so many nodes; 0: no limit (0 if not given)
        seconds: stop after so long and tell the bound; 0: no limit; the result then depends on
            the machine (0.0 if not given)
        per: decide once for all records with the same value of this column, such as those of a
            household, on keys that are the same for all of them

        Samarati (2001), Protecting respondents' identities in microdata release; Sweeney
        (2002), Achieving k-anonymity privacy protection using generalization and suppression;
        Kohlmayer, Prasser, Eckert, Kemper and Kuhn (2012), Flash: efficient, stable and optimal
        k-anonymity
        """
        return self._add_step("generalize", {"columns": columns, "search": search, "suppression": suppression, "k": k, "loss": loss, "aggregate": aggregate, "balance": balance, "weights": weights, "prices": prices, "attacker": attacker, "profitable": profitable, "levels": levels, "recoding": recoding, "ranges": ranges, "suppressed": suppressed, "target": target, "checks": checks, "seconds": seconds, "per": per})

    def local_suppress(self, columns: Optional[Union[str, Sequence[str]]] = None, *, k: Optional[int] = None, subsets: Optional[Union[float, Sequence[float]]] = None, subset_k: Optional[Union[float, Sequence[float]]] = None, sets: Optional[Mapping[str, Any]] = None, set_k: Optional[Union[float, Sequence[float]]] = None, how: Optional[Literal["thrifty", "exact", "compat"]] = None, missing: Optional[Literal["category", "wildcard", "sdcmicro", "strict"]] = None, weights: Optional[Union[float, Sequence[float]]] = None, importance: Optional[Union[float, Sequence[float]]] = None, nodes: Optional[int] = None, threshold: Optional[float] = None, risk: Optional[Literal["prosecutor", "individual"]] = None, alpha: Optional[float] = None, linked: Optional[Mapping[str, Any]] = None, per: Optional[str] = None) -> "Plan":
        """Blanks as few values as it can until every record shares its keys with enough others, or where the risk is above a threshold.

        columns: the keys, in which values are blanked; all columns with the role of a key if
            left out
        k: the smallest number of records that may share their keys (3 if not given)
        subsets: numbers of keys: every choice of so many must be safe, instead of all keys
            together
        subset_k: the k of each of the subsets, or one for all; k if left out
        sets: sets of keys that must be safe, instead of all keys together
        set_k: the k of each of the sets, or one for all; k if left out
        how: few blanks, the fewest for small data, or those of sdcMicro ("thrifty" if not
            given)
        missing: whether a missing key is a value of its own, matches anything, counts as in
            sdcMicro, or helps no other record ("category" if not given)
        weights: cost of blanking a value of each column; 1 if left out
        importance: a number for each column: of equal cost, the highest is blanked first; by
            the number of values if left out
        nodes: with how = exact, the most steps of the search (1000000 if not given)
        threshold: blank only in records whose risk is above this, column by column, instead of
            making all safe
        risk: with a threshold: 1 / f of the file, or the individual risk from weights
            ("prosecutor" if not given)
        alpha: with how = compat or missing = sdcmicro, what a match by a missing key counts
            (1.0 if not given)
        linked: key: columns that tell the same, which are blanked wherever the key is
        per: decide once for all records with the same value of this column, such as those of a
            household, on keys that are the same for all of them

        Templ, Kowarik and Meindl (2015), Statistical disclosure control for micro-data using
        the R package sdcMicro; Benedetti and Franconi (1998), Statistical and technological
        solutions for controlled data dissemination
        """
        return self._add_step("local_suppress", {"columns": columns, "k": k, "subsets": subsets, "subset_k": subset_k, "sets": sets, "set_k": set_k, "how": how, "missing": missing, "weights": weights, "importance": importance, "nodes": nodes, "threshold": threshold, "risk": risk, "alpha": alpha, "linked": linked, "per": per})

    def suppress(self, columns: Union[str, Sequence[str]], *, combinations: Optional[Mapping[str, Any]] = None, by: Optional[Union[str, Sequence[str]]] = None, rows: Optional[Union[float, Sequence[float]]] = None, how: Optional[Literal["blank", "remove"]] = None) -> "Plan":
        """Blanks values in the records with listed combinations of values, or leaves these records out.

        columns: the columns to mask
        combinations: under any names, the lists of values that a record must have in the
            columns to be suppressed, null for a missing one
        by: the columns that combinations speak of, in their order; those that are masked if not
            given
        rows: numbers of records to be suppressed, upwards from 1
        how: blank the values, or leave the records out ("blank" if not given)

        Hundepool et al. (2012), Statistical Disclosure Control, section 3.4.4
        """
        return self._add_step("suppress", {"columns": columns, "combinations": combinations, "by": by, "rows": rows, "how": how})

    def pseudonymise(self, columns: Union[str, Sequence[str]], key: str, *, domain: Optional[str] = None, length: Optional[int] = None) -> "Plan":
        """Replaces identifiers by keyed hashes that agree across files.

        columns: the columns to mask
        key: path of the key file that 'tacit key' makes: 16 to 4096 random bytes that only you
            can read, apart from the release
        domain: columns and files with the same domain and key have the same pseudonyms; the
            column's name if not given
        length: characters of a pseudonym, 5 bits each (20 if not given)

        Aumasson, Neves, Wilcox-O'Hearn and Winnerlein (2013), BLAKE2: simpler, smaller, fast as
        MD5; Article 29 Working Party (2014), Opinion 05/2014 on anonymisation techniques
        """
        return self._add_step("pseudonymise", {"columns": columns, "key": key, "domain": domain, "length": length})

    def renumber(self, columns: Union[str, Sequence[str]], *, map: Optional[str] = None, keep: Optional[bool] = None, draw: Optional[str] = None, order: Optional[Union[float, Sequence[float]]] = None) -> "Plan":
        """Replaces ids that link records, such as those of households, by random numbers.

        columns: the columns to mask
        map: write which number stands for which value, for the custodian
        keep: leave the values as they stand in the original (false if not given)
        draw: of a settled step: the key that was drawn with
        order: of a settled step: the draws of all values, upwards

        Hundepool et al. (2012), Statistical Disclosure Control, section 3.4; Knuth (1997), The
        Art of Computer Programming 2, section 3.4.2
        """
        return self._add_step("renumber", {"columns": columns, "map": map, "keep": keep, "draw": draw, "order": order})

    def shift_dates(self, columns: Union[str, Sequence[str]], most: int, *, by: Optional[str] = None, weeks: Optional[bool] = None, always: Optional[bool] = None) -> "Plan":
        """Moves all dates of a person by the same random number of days.

        columns: the columns to mask
        most: dates move by at most so many days, forwards or backwards
        by: records with the same value in this column are one person, whose dates all move
            alike; each record by itself if not given
        weeks: move by whole weeks, so that the day of the week stays (false if not given)
        always: never leave a person's dates where they are (false if not given)

        Hripcsak, Mirhaji, Low and Malin (2016), Preserving temporal relations in clinical data
        while maintaining privacy
        """
        return self._add_step("shift_dates", {"columns": columns, "most": most, "by": by, "weeks": weeks, "always": always})

    def noise(self, columns: Union[str, Sequence[str]], *, kind: Optional[Literal["additive", "multiplicative", "correlated", "restricted", "outlier_aware"]] = None, scale: Optional[float] = None, law: Optional[Literal["normal", "uniform", "laplace", "lognormal"]] = None, restore: Optional[bool] = None, whole: Optional[bool] = None, keep_zeros: Optional[bool] = None, sd: Optional[Union[float, Sequence[float]]] = None, mean: Optional[Union[float, Sequence[float]]] = None, pull: Optional[Union[float, Sequence[float]]] = None) -> "Plan":
        """Adds random noise to numbers, or multiplies them by it.

        columns: the columns to mask
        kind: how noise and values go together ("additive" if not given)
        scale: noise standard deviation, as a share of the column's own (0.1 if not given)
        law: the distribution of the noise ("normal" if not given)
        restore: bring mean and variance back to the original's (false if not given)
        whole: round the result to whole numbers (false if not given)
        keep_zeros: leave zeros as they are (false if not given)
        sd: with mean and pull, for additive and multiplicative noise: the noise standard
            deviation of each column, instead of that found in the data
        mean: the mean towards which values of each column are pulled
        pull: what a deviation from that mean is multiplied by; 1 unless restored

        Kim (1986), A method for limiting disclosure in microdata based on random noise and
        transformation
        """
        return self._add_step("noise", {"columns": columns, "kind": kind, "scale": scale, "law": law, "restore": restore, "whole": whole, "keep_zeros": keep_zeros, "sd": sd, "mean": mean, "pull": pull})

    def romm(self, columns: Union[str, Sequence[str]], *, kept: Optional[float] = None, sweeps: Optional[int] = None, whole: Optional[bool] = None) -> "Plan":
        """Mixes records so that means and covariances stay exactly as they are.

        columns: the columns to mask
        kept: expected correlation of masked and original values (0.9 if not given)
        sweeps: how often each record is mixed with two others (4 if not given)
        whole: round the result to whole numbers (false if not given)

        Ting, Fienberg and Trottini (2008), Random orthogonal matrix masking methodology for
        microdata release
        """
        return self._add_step("romm", {"columns": columns, "kept": kept, "sweeps": sweeps, "whole": whole})

    def k_noise(self, columns: Union[str, Sequence[str]], *, k: Optional[int] = None, cover: Optional[Literal["records", "range"]] = None, law: Optional[Literal["normal", "uniform", "laplace"]] = None, delta: Optional[float] = None, repeat: Optional[int] = None, whole: Optional[bool] = None) -> "Plan":
        """Adds noise just wide enough that each value has k neighbours.

        columns: the columns to mask
        k: records within 2 delta of each value before noise (10 if not given)
        cover: around what k records are to be: each record's value, or every number in their
            range ("records" if not given)
        law: the distribution of the noise ("uniform" if not given)
        delta: half-width of the noise, instead of the least for k
        repeat: how often the noise is drawn again to estimate expected counts (20 if not given)
        whole: round the result to whole numbers (false if not given)

        Biswal, Arbuckle and Kulik (2021), Disclosure metrics born from statistical evaluations
        of data utility
        """
        return self._add_step("k_noise", {"columns": columns, "k": k, "cover": cover, "law": law, "delta": delta, "repeat": repeat, "whole": whole})

    def shuffle(self, columns: Union[str, Sequence[str]], *, by: Optional[Union[str, Sequence[str]]] = None, proximity: Optional[float] = None, correlation: Optional[Literal["ranks", "scores"]] = None, exact: Optional[bool] = None) -> "Plan":
        """Lets values change places so that their order fits other columns.

        columns: the columns to mask
        by: predictors; all other numeric columns but weights, households and identifiers if not
            given
        proximity: how much of a value's own deviation from its prediction is kept: 0 none, 1
            all (0.0 if not given)
        correlation: what the joint correlation is taken from: rank correlations, or normal
            scores ("ranks" if not given)
        exact: noise that is orthogonal to the data in the sample, not only on average (true if
            not given)

        Muralidhar and Sarathy (2006), Data shuffling: a new masking approach for numerical data
        """
        return self._add_step("shuffle", {"columns": columns, "by": by, "proximity": proximity, "correlation": correlation, "exact": exact})

    def copula_shuffle(self, columns: Union[str, Sequence[str]], *, by: Optional[Union[str, Sequence[str]]] = None, fit: Optional[Literal["strata", "pooled"]] = None, margins: Optional[Literal["shuffled", "drawn"]] = None) -> "Plan":
        """Draws values from the columns' own distributions, joined to others by a normal copula.

        columns: the columns to mask
        by: predictors; all other numeric columns but weights, households and identifiers if not
            given
        fit: fit the copula in each stratum, or to all of them together ("strata" if not given)
        margins: put the values in another order, or draw them from their distribution
            ("shuffled" if not given)

        Sarathy, Muralidhar and Parsa (2002), Perturbing nonnormal confidential attributes: the
        copula approach
        """
        return self._add_step("copula_shuffle", {"columns": columns, "by": by, "fit": fit, "margins": margins})

    def gadp(self, columns: Union[str, Sequence[str]], *, by: Optional[Union[str, Sequence[str]]] = None, proximity: Optional[float] = None, exact: Optional[bool] = None, whole: Optional[bool] = None) -> "Plan":
        """Draws new numbers that keep means and covariances with other columns.

        columns: the columns to mask
        by: predictors; all other numeric columns but weights, households and identifiers if not
            given
        proximity: how much of a value's own deviation from its prediction is kept: 0 none, 1
            all (0.0 if not given)
        exact: keep means and covariances of the sample exactly (EGADP) (true if not given)
        whole: round the result to whole numbers (false if not given)

        Muralidhar, Parsa and Sarathy (1999), A general additive data perturbation method for
        database security; Muralidhar and Sarathy (2008), Generating sufficiency-based non-
        synthetic perturbed data
        """
        return self._add_step("gadp", {"columns": columns, "by": by, "proximity": proximity, "exact": exact, "whole": whole})

    def microaggregate(self, columns: Union[str, Sequence[str]], *, k: Optional[int] = None, algorithm: Optional[Literal["mdav_search", "mdav", "v_mdav", "individual", "optimal", "pca", "zscores", "single", "simple", "cluster", "gower"]] = None, aggregate: Optional[Literal["mean", "median", "trimmed", "robust"]] = None, trim: Optional[float] = None, standardise: Optional[bool] = None, groups: Optional[Mapping[str, Any]] = None, axis: Optional[str] = None, gain: Optional[float] = None, clusters: Optional[int] = None, neighbours: Optional[int] = None, passes: Optional[int] = None, whole: Optional[bool] = None) -> "Plan":
        """Replaces values by means of groups of at least k similar records.

        columns: the columns to mask
        k: records in a group at least (3 if not given)
        algorithm: how groups are made ("mdav_search" if not given)
        aggregate: what the numbers of a group become ("mean" if not given)
        trim: share of values left out at each end by the trimmed mean (0.2 if not given)
        standardise: divide columns by their standard deviations to measure distances (true if
            not given)
        groups: name: columns that are masked together, apart from the others
        axis: column that single sorts by; the first if not given
        gain: v_mdav: how readily groups grow; above 1 for clustered data (0.2 if not given)
        clusters: cluster: clusters at most (10 if not given)
        neighbours: mdav_search: near groups that a group trades records with (8 if not given)
        passes: mdav_search: passes over all groups at most (50 if not given)
        whole: round the result to whole numbers (false if not given)

        Domingo-Ferrer and Mateo-Sanz (2002), Practical data-oriented microaggregation for
        statistical disclosure control; Domingo-Ferrer and Torra (2005), Ordinal, continuous and
        heterogeneous k-anonymity through microaggregation
        """
        return self._add_step("microaggregate", {"columns": columns, "k": k, "algorithm": algorithm, "aggregate": aggregate, "trim": trim, "standardise": standardise, "groups": groups, "axis": axis, "gain": gain, "clusters": clusters, "neighbours": neighbours, "passes": passes, "whole": whole})

    def hybrid(self, columns: Union[str, Sequence[str]], *, k: Optional[int] = None, search: Optional[bool] = None, standardise: Optional[bool] = None, whole: Optional[bool] = None) -> "Plan":
        """Replaces the records of small groups by made-up ones with the same means and covariances.

        columns: the columns to mask
        k: records in a group at least (10 if not given)
        search: improve the groups of MDAV by local search (true if not given)
        standardise: divide columns by their standard deviations to measure distances (true if
            not given)
        whole: round the result to whole numbers (false if not given)

        Domingo-Ferrer and Gonzalez-Nicolas (2010), Hybrid microdata using microaggregation
        """
        return self._add_step("hybrid", {"columns": columns, "k": k, "search": search, "standardise": standardise, "whole": whole})

    def synthesize(self, columns: Union[str, Sequence[str]], *, generator: Optional[Literal["cart", "tables", "copula", "exact_moments", "latin_hypercube", "bootstrap", "distribution", "sample", "parametric", "forest", "constant"]] = None, by: Optional[Union[str, Sequence[str]]] = None, settings: Optional[Mapping[str, Any]] = None, where: Optional[str] = None, constraints: Optional[Union[str, Sequence[str]]] = None, draw: Optional[Literal["dealt", "independent"]] = None) -> "Plan":
        """Replaces cells of some columns by values that a generator makes up given other columns.

        columns: the columns to mask
        generator: what makes the values up, of `tacit list generators` ("cart" if not given)
        by: columns that the values are learnt from, which stay as they are; the other keys,
            sensitive columns and strata if not given
        settings: parameters of the generator, such as {min_bucket: 10}
        where: replace only cells of records for which this condition holds, such as 'age >= 65'
        constraints: what holds in every record before and after, such as 'age >= 18 or children
            is missing'
        draw: how records are drawn that values come from: each of a leaf in turn, which keeps
            tables best, or each independently ("dealt" if not given)

        Reiter (2003), Inference for partially synthetic, public use microdata sets
        """
        return self._add_step("synthesize", {"columns": columns, "generator": generator, "by": by, "settings": settings, "where": where, "constraints": constraints, "draw": draw})

    def pram(self, columns: Union[str, Sequence[str]], *, kind: Optional[Literal["invariant", "plain"]] = None, diagonal: Optional[float] = None, stay: Optional[Literal["drawn", "fixed"]] = None, alpha: Optional[float] = None, matrix: Optional[str] = None, keep_with: Optional[Union[str, Sequence[str]]] = None, missing: Optional[bool] = None, posterior: Optional[float] = None, categories: Optional[Union[str, Sequence[str]]] = None, stays: Optional[Union[float, Sequence[float]]] = None, counts: Optional[Union[float, Sequence[float]]] = None) -> "Plan":
        """Changes categories by chance, with known probabilities.

        columns: the columns to mask
        kind: make the matrix keep frequencies in expectation, or use it as it is ("invariant"
            if not given)
        diagonal: least probability with which a category stays (0.8 if not given)
        stay: the probabilities of staying: drawn between diagonal and 1 for each category, or
            diagonal for all ("drawn" if not given)
        alpha: share of the invariant matrix, the rest being no change at all (0.5 if not given)
        matrix: file with the matrix, instead of making one
        keep_with: columns with which no new combinations may arise
        missing: take missing for a category like the others (false if not given)
        posterior: instead of making a matrix from the diagonal, look for the one that disturbs
            frequencies least of those after which a category says with at most this probability
            what was there
        categories: with stays and counts, for one column without strata: its categories, null
            for missing, instead of those found in the data
        stays: the probability of staying of each category
        counts: how many records had each category

        Kooiman, Willenborg and Gouweleeuw (1997), PRAM: a method for disclosure limitation of
        microdata
        """
        return self._add_step("pram", {"columns": columns, "kind": kind, "diagonal": diagonal, "stay": stay, "alpha": alpha, "matrix": matrix, "keep_with": keep_with, "missing": missing, "posterior": posterior, "categories": categories, "stays": stays, "counts": counts})

    def k_pram(self, columns: Union[str, Sequence[str]], *, k: Optional[int] = None, law: Optional[Literal["empirical", "uniform", "normal"]] = None, values: Optional[int] = None, groups: Optional[int] = None, draw: Optional[Literal["records", "exchange", "interval"]] = None, order: Optional[Union[str, Sequence[str]]] = None) -> "Plan":
        """Randomises values within intervals of equal length that have k records.

        columns: the columns to mask
        k: least expected number of records in a group (5 if not given)
        law: distribution under which that is expected; k is certain only with empirical
            ("empirical" if not given)
        values: least number of different values in a group; on average, if the law is not
            empirical (2 if not given)
        groups: number of intervals, instead of the largest for k
        draw: a value is replaced by that of a random record of its group, exchanged within it,
            or drawn from the interval ("records" if not given)
        order: all categories from lowest to highest

        Biswal, Arbuckle and Kulik, Disclosure metrics born from statistical evaluations of data
        utility, after Gouweleeuw et al. (1998)
        """
        return self._add_step("k_pram", {"columns": columns, "k": k, "law": law, "values": values, "groups": groups, "draw": draw, "order": order})

    def rank_swap(self, columns: Union[str, Sequence[str]], *, p: Optional[float] = None, most: Optional[int] = None, keep_correlation: Optional[float] = None, keep_means: Optional[float] = None, top: Optional[float] = None, bottom: Optional[float] = None, ends: Optional[Literal["stay", "mean"]] = None, whole: Optional[bool] = None) -> "Plan":
        """Swaps each number or date with one of nearly the same rank.

        columns: the columns to mask
        p: values move by at most so many per cent of the ranks (5 is 5 %, not a share); 5 if
            nothing else bounds them
        most: values move by at most so many ranks
        keep_correlation: correlations stay at least so many times what they were (R0)
        keep_means: means of s records change by at most about twice this share of the mean,
            divided by the root of s (K0)
        top: per cent of the largest values that are not swapped (0.0 if not given)
        bottom: per cent of the smallest values that are not swapped (0.0 if not given)
        ends: whether the top and bottom values stay or all take their mean ("stay" if not
            given)
        whole: round the means at the ends to whole numbers (false if not given)

        Moore (1996), Controlled data-swapping techniques for masking public use microdata sets;
        Carlson and Salabasis (2002), A data-swapping technique using ranks
        """
        return self._add_step("rank_swap", {"columns": columns, "p": p, "most": most, "keep_correlation": keep_correlation, "keep_means": keep_means, "top": top, "bottom": bottom, "ends": ends, "whole": whole})

    def data_swap(self, columns: Union[str, Sequence[str]], *, keep: Optional[Union[str, Sequence[str]]] = None, share: Optional[float] = None, first: Optional[Literal["any", "risky"]] = None) -> "Plan":
        """Exchanges values between records that agree on other columns, so that tables with these stay.

        columns: the columns to mask
        keep: columns in which swapped records agree, so that all tables with them stay
        share: share of the records to swap (0.1 if not given)
        first: whether any records are swapped, or those with the rarest keys first ("any" if
            not given)

        Dalenius and Reiss (1982), Data-swapping: a technique for disclosure control
        """
        return self._add_step("data_swap", {"columns": columns, "keep": keep, "share": share, "first": first})

    def record_swap(self, columns: Union[str, Sequence[str]], *, carry: Optional[Union[str, Sequence[str]]] = None, similar: Optional[Union[str, Sequence[str]]] = None, fallback: Optional[Mapping[str, Any]] = None, size: Optional[bool] = None, risk: Optional[Union[str, Sequence[str]]] = None, k: Optional[int] = None, share: Optional[float] = None) -> "Plan":
        """Exchanges households between regions, those first that are rare where they live.

        columns: the regions from the largest to the smallest, and columns to carry along
        carry: those of the columns that are no level of regions and go along
        similar: columns in which households that are exchanged agree
        fallback: lists of columns to agree in instead where no partner is found, tried in order
        size: households that are exchanged have the same number of records (true if not given)
        risk: columns that make a person rare in a region; the keys that are not among the
            columns if not given
        k: households with a member that fewer than k records of its region are alike must move
            (3 if not given)
        share: share of the households to move, those that must included (0.05 if not given)

        Shlomo, Tudor and Groom (2010), Data swapping for protecting census tables; Eurostat
        (2019), Methodology for the statistical disclosure control of the 2021 population and
        housing census
        """
        return self._add_step("record_swap", {"columns": columns, "carry": carry, "similar": similar, "fallback": fallback, "size": size, "risk": risk, "k": k, "share": share})

    def randomised_response(self, columns: Union[str, Sequence[str]], epsilon: float, categories: Union[str, Sequence[str]], *, otherwise: Optional[str] = None) -> "Plan":
        """Tells each record's category, or with some probability another, so that a column is differentially private for each record apart.

        columns: the columns to mask
        epsilon: what each column may give away of a person
        categories: what may stand in the columns, as the custodian knows it without the data
        otherwise: the category that a missing value, or one that is no category, counts as; the
            last one if not given

        Warner (1965), Randomized response; Kairouz, Oh and Viswanath (2014), Extremal
        mechanisms for local differential privacy
        """
        return self._add_step("randomised_response", {"columns": columns, "epsilon": epsilon, "categories": categories, "otherwise": otherwise})

    def unary_encoding(self, columns: Union[str, Sequence[str]], epsilon: float, categories: Union[str, Sequence[str]], *, otherwise: Optional[str] = None) -> "Plan":
        """Tells each record's category as columns of bits that may be flipped, differentially private for each record apart.

        columns: the columns to mask
        epsilon: what each column may give away of a person
        categories: what may stand in the columns, as the custodian knows it without the data
        otherwise: the category that a missing value, or one that is no category, counts as; the
            last one if not given

        Wang, Blocki, Li and Jha (2017), Locally differentially private protocols for frequency
        estimation
        """
        return self._add_step("unary_encoding", {"columns": columns, "epsilon": epsilon, "categories": categories, "otherwise": otherwise})

    def local_hashing(self, columns: Union[str, Sequence[str]], epsilon: float, categories: Union[str, Sequence[str]], *, otherwise: Optional[str] = None) -> "Plan":
        """Tells a hash of each record's category, or with some probability another, differentially private for each record apart.

        columns: the columns to mask
        epsilon: what each column may give away of a person
        categories: what may stand in the columns, as the custodian knows it without the data
        otherwise: the category that a missing value, or one that is no category, counts as; the
            last one if not given

        Wang, Blocki, Li and Jha (2017), Locally differentially private protocols for frequency
        estimation
        """
        return self._add_step("local_hashing", {"columns": columns, "epsilon": epsilon, "categories": categories, "otherwise": otherwise})

    def private_noise(self, columns: Union[str, Sequence[str]], epsilon: float, bounds: Mapping[str, Any], *, decimals: Optional[int] = None, missing: Optional[float] = None, clamp: Optional[bool] = None) -> "Plan":
        """Adds exact Laplace noise to numbers within declared bounds, so that a column is differentially private for each record apart.

        columns: the columns to mask
        epsilon: what each column may give away of a person
        bounds: column: [least, greatest] value that counts, as the custodian knows them without
            the data; values beyond them are taken for the bound
        decimals: decimals of the lattice that values lie on (0 if not given)
        missing: what a missing value counts as; the middle of the bounds if not given
        clamp: put what noise takes beyond the bounds back to them (false if not given)

        Dwork, McSherry, Nissim and Smith (2006), Calibrating noise to sensitivity; Ghosh,
        Roughgarden and Sundararajan (2009), Universally utility-maximizing privacy mechanisms
        """
        return self._add_step("private_noise", {"columns": columns, "epsilon": epsilon, "bounds": bounds, "decimals": decimals, "missing": missing, "clamp": clamp})

    def private_microdata(self, columns: Union[str, Sequence[str]], epsilon: float, bounds: Mapping[str, Any], *, decimals: Optional[int] = None, missing: Optional[float] = None, k: Optional[int] = None) -> "Plan":
        """Tells each record, or the mean of its group of k, with the Laplace noise that makes the file differentially private.

        columns: the columns to mask
        epsilon: what each column may give away of a person
        bounds: column: [least, greatest] value that counts, as the custodian knows them without
            the data; values beyond them are taken for the bound
        decimals: decimals of the lattice that values lie on (0 if not given)
        missing: what a missing value counts as; the middle of the bounds if not given
        k: records of a group; 1: every record with noise of its own (1 if not given)

        Soria-Comas, Domingo-Ferrer, Sanchez and Martinez (2014), Enhancing data utility in
        differential privacy via microaggregation-based k-anonymity
        """
        return self._add_step("private_microdata", {"columns": columns, "epsilon": epsilon, "bounds": bounds, "decimals": decimals, "missing": missing, "k": k})

    def safepub(self, columns: Union[str, Sequence[str]], epsilon: float, delta: float) -> "Plan":
        """Takes a random sample and shows only records that many are equal to: differentially private with a delta.

        columns: all columns of the release: those that crowds agree in
        epsilon: what all columns together may give away of a person
        delta: the probability with which more may be given away; far below one over the number
            of records

        Bild, Kuhn and Prasser (2018), SafePub: a truthful data anonymization algorithm with
        strong privacy guarantees; Li, Qardaji and Su (2012), On sampling, anonymization, and
        differential privacy
        """
        return self._add_step("safepub", {"columns": columns, "epsilon": epsilon, "delta": delta})

    def reorder(self, columns: Optional[Union[str, Sequence[str]]] = None, *, keep: Optional[bool] = None) -> "Plan":
        """Puts the records into random order, so that their places tell nothing.

        columns: records that agree in these columns stay together, such as those of a
            household; each by itself if not given
        keep: leave the records in the order of the original, also where it tells ranks (false
            if not given)

        Durstenfeld (1964), Algorithm 235: Random permutation; Hundepool et al. (2012),
        Statistical Disclosure Control, section 3.4
        """
        return self._add_step("reorder", {"columns": columns, "keep": keep})


class RequirementMethods:
    """Guarantees, each as a method that gives a plan."""

    def _add(self, name: str, arguments: Mapping[str, Any]) -> "Plan":
        raise NotImplementedError

    def k_anonymity(self, *, k: Optional[int] = None, subset: Optional[int] = None, sets: Optional[Mapping[str, Any]] = None, missing: Optional[Literal["category", "wildcard", "strict"]] = None) -> "Plan":
        """Every record shares its key values with at least k - 1 others.

        k: the smallest number of records that may share their key values (3 if not given)
        subset: every choice of this many keys must be k-anonymous, instead of all keys together
        sets: the sets of keys that must be k-anonymous, instead of all keys together
        missing: whether a missing key is a value of its own, matches anything, or helps no
            other record ("category" if not given)

        Samarati (2001), Protecting respondents' identities in microdata release; Sweeney
        (2002), k-anonymity: a model for protecting privacy
        """
        return self._add("k_anonymity", {"k": k, "subset": subset, "sets": sets, "missing": missing})

    def k_map(self, *, k: Optional[int] = None, estimator: Optional[Literal["population", "poisson", "zero_truncated"]] = None, significance: Optional[float] = None, compat: Optional[Literal["none", "arx"]] = None, missing: Optional[Literal["category", "wildcard"]] = None) -> "Plan":
        """Every record's key values are those of at least k people of the population.

        k: the smallest number of people of the population who may share key values (3 if not
            given)
        estimator: population frequencies as they are known, or a test by the sampling fraction
            ("population" if not given)
        significance: probability that the test accepts a key combination of only k people (0.01
            if not given)
        compat: follow the definition, or ARX in the Poisson test ("none" if not given)
        missing: whether a missing key is a value of its own or matches anything ("category" if
            not given)

        Sweeney (2002), k-anonymity: a model for protecting privacy; El Emam and Dankar (2008),
        Protecting privacy using k-anonymity
        """
        return self._add("k_map", {"k": k, "estimator": estimator, "significance": significance, "compat": compat, "missing": missing})

    def average_risk(self, *, average: Optional[float] = None, highest: Optional[float] = None, at_risk: Optional[float] = None, missing: Optional[Literal["category", "wildcard"]] = None) -> "Plan":
        """Records are re-identified with a small probability on average, and few with a large one.

        average: the largest average risk (0.1 if not given)
        highest: the risk that records should not exceed
        at_risk: the largest share of records that may exceed 'highest' (0.0 if not given)
        missing: whether a missing key is a value of its own or matches anything ("category" if
            not given)

        El Emam (2013), Guide to the de-identification of personal health information
        """
        return self._add("average_risk", {"average": average, "highest": highest, "at_risk": at_risk, "missing": missing})

    def population_uniqueness(self, *, threshold: Optional[float] = None, estimator: Optional[Literal["dankar", "zayatz", "pitman", "snb", "ewens", "poisson"]] = None, population: Optional[float] = None, compat: Optional[Literal["none", "arx"]] = None, missing: Optional[Literal["category", "wildcard"]] = None) -> "Plan":
        """Few people of the population are alone with their key values.

        threshold: the largest share of the population that may be unique (0.001 if not given)
        estimator: how uniques are estimated without a population file ("dankar" if not given)
        population: size of the population, if neither a file, weights nor a fraction say it
        compat: the expectation under Pitman's model, or as ARX its limit for large populations
            ("none" if not given)
        missing: whether a missing key is a value of its own or matches anything ("category" if
            not given)

        Dankar, El Emam, Neisa and Roffey (2012), Estimating the re-identification risk of
        clinical data sets
        """
        return self._add("population_uniqueness", {"threshold": threshold, "estimator": estimator, "population": population, "compat": compat, "missing": missing})

    def profitability(self, *, cost: Optional[float] = None, gain: Optional[float] = None, missing: Optional[Literal["category", "wildcard"]] = None) -> "Plan":
        """Trying to re-identify any record costs more than it brings on average.

        cost: what it costs to try one record (4.0 if not given)
        gain: what one right record is worth to the attacker (300.0 if not given)
        missing: whether a missing key is a value of its own or matches anything ("category" if
            not given)

        Wan and others (2015), A game theoretic framework for analyzing re-identification risk
        """
        return self._add("profitability", {"cost": cost, "gain": gain, "missing": missing})

    def population_profitability(self, *, cost: Optional[float] = None, gain: Optional[float] = None, missing: Optional[Literal["category", "wildcard"]] = None) -> "Plan":
        """Trying to re-identify any record costs more than it brings on average to who does not know who is in the data.

        cost: what it costs to try one record (4.0 if not given)
        gain: what one right record is worth to the attacker (300.0 if not given)
        missing: whether a missing key is a value of its own or matches anything ("category" if
            not given)

        Wan and others (2015), A game theoretic framework for analyzing re-identification risk
        """
        return self._add("population_profitability", {"cost": cost, "gain": gain, "missing": missing})

    def delta_presence(self, *, min: Optional[float] = None, max: Optional[float] = None, compat: Optional[Literal["none", "arx", "arx_beside"]] = None) -> "Plan":
        """How likely a person of the population is in the data stays between two bounds.

        min: smallest probability that a person of the population is in the data (0.0 if not
            given)
        max: largest probability that a person of the population is in the data (0.5 if not
            given)
        compat: look at all key combinations of the population, as ARX at them but for
            suppressed records, or as ARX beside a model with a least size of classes at those
            of the data ("none" if not given)

        Nergiz, Atzori and Clifton (2007), Hiding the presence of individuals from shared
        databases
        """
        return self._add("delta_presence", {"min": min, "max": max, "compat": compat})

    def l_diversity(self, *, kind: Optional[Literal["distinct", "entropy", "entropy_grassberger", "recursive"]] = None, l: Optional[float] = None, c: Optional[float] = None, sensitive: Optional[Union[str, Sequence[str]]] = None, missing: Optional[Literal["category", "wildcard"]] = None, drivers: Optional[bool] = None) -> "Plan":
        """Every class has at least l well-represented sensitive values.

        kind: how the values of a class are counted ("distinct" if not given)
        l: the diversity that every class must have; a whole number for recursive (2.0 if not
            given)
        c: for recursive: how much the most frequent value may outweigh the others (2.0 if not
            given)
        sensitive: the columns that are protected; all that have the role sensitive if left out;
            each must hold by itself
        missing: whether a missing key is a value of its own or matches anything ("category" if
            not given)
        drivers: if the model does not hold, say for each key how many records would still
            violate it without that key (true if not given)

        Machanavajjhala, Gehrke, Kifer and Venkitasubramaniam (2006), l-diversity: privacy
        beyond k-anonymity; Grassberger (2003), Entropy estimates from insufficient samplings
        """
        return self._add("l_diversity", {"kind": kind, "l": l, "c": c, "sensitive": sensitive, "missing": missing, "drivers": drivers})

    def t_closeness(self, *, t: Optional[float] = None, distance: Optional[Literal["equal", "ordered", "hierarchical", "numeric"]] = None, order: Optional[Union[str, Sequence[str]]] = None, sensitive: Optional[Union[str, Sequence[str]]] = None, missing: Optional[Literal["category", "wildcard"]] = None, drivers: Optional[bool] = None) -> "Plan":
        """In every class sensitive values are distributed nearly as in the whole table.

        t: the largest distance of a class from the whole table (0.2 if not given)
        distance: how far two sensitive values are from each other ("equal" if not given)
        order: for ordered distance of a category: its values from low to high; in the order of
            their texts if left out
        sensitive: the columns that are protected; all that have the role sensitive if left out;
            each must hold by itself
        missing: whether a missing key is a value of its own or matches anything ("category" if
            not given)
        drivers: if the model does not hold, say for each key how many records would still
            violate it without that key (true if not given)

        Li, Li and Venkatasubramanian (2007), t-closeness: privacy beyond k-anonymity and
        l-diversity
        """
        return self._add("t_closeness", {"t": t, "distance": distance, "order": order, "sensitive": sensitive, "missing": missing, "drivers": drivers})

    def delta_disclosure(self, *, delta: Optional[float] = None, unit: Optional[Literal["bits", "nats"]] = None, compat: Optional[Literal["definition", "arx"]] = None, sensitive: Optional[Union[str, Sequence[str]]] = None, missing: Optional[Literal["category", "wildcard"]] = None, drivers: Optional[bool] = None) -> "Plan":
        """In every class each sensitive value is about as frequent as in the whole table, on a logarithmic scale.

        delta: what every |log(p / q)| must be below (1.0 if not given)
        unit: the logarithm: to base 2 or natural ("bits" if not given)
        compat: whether a value that a class lacks violates, or is left out as ARX does
            ("definition" if not given)
        sensitive: the columns that are protected; all that have the role sensitive if left out;
            each must hold by itself
        missing: whether a missing key is a value of its own or matches anything ("category" if
            not given)
        drivers: if the model does not hold, say for each key how many records would still
            violate it without that key (true if not given)

        Brickell and Shmatikov (2008), The cost of privacy: destruction of data-mining utility
        in anonymized data publishing
        """
        return self._add("delta_disclosure", {"delta": delta, "unit": unit, "compat": compat, "sensitive": sensitive, "missing": missing, "drivers": drivers})

    def beta_likeness(self, *, kind: Optional[Literal["enhanced", "basic"]] = None, beta: Optional[float] = None, sensitive: Optional[Union[str, Sequence[str]]] = None, missing: Optional[Literal["category", "wildcard"]] = None, drivers: Optional[bool] = None) -> "Plan":
        """No sensitive value's share grows by more than beta, relative to its share in the whole table, in any class.

        kind: whether frequent values are bounded more tightly ("enhanced" if not given)
        beta: the largest relative gain of a value's share in a class (1.0 if not given)
        sensitive: the columns that are protected; all that have the role sensitive if left out;
            each must hold by itself
        missing: whether a missing key is a value of its own or matches anything ("category" if
            not given)
        drivers: if the model does not hold, say for each key how many records would still
            violate it without that key (true if not given)

        Cao and Karras (2012), Publishing microdata with a robust privacy guarantee
        """
        return self._add("beta_likeness", {"kind": kind, "beta": beta, "sensitive": sensitive, "missing": missing, "drivers": drivers})

    def alpha_k(self, *, alpha: Optional[float] = None, k: Optional[int] = None, values: Optional[Union[str, Sequence[str]]] = None, sensitive: Optional[Union[str, Sequence[str]]] = None, missing: Optional[Literal["category", "wildcard"]] = None, drivers: Optional[bool] = None) -> "Plan":
        """Classes of at least k records in which no sensitive value has a share above alpha.

        alpha: the largest share that a sensitive value may have in a class (0.5 if not given)
        k: the smallest number of records that may share their key values (3 if not given)
        values: the sensitive values that are protected; all if left out
        sensitive: the columns that are protected; all that have the role sensitive if left out;
            each must hold by itself
        missing: whether a missing key is a value of its own or matches anything ("category" if
            not given)
        drivers: if the model does not hold, say for each key how many records would still
            violate it without that key (true if not given)

        Wong, Li, Fu and Wang (2006), (alpha, k)-anonymity: an enhanced k-anonymity model for
        privacy-preserving data publishing
        """
        return self._add("alpha_k", {"alpha": alpha, "k": k, "values": values, "sensitive": sensitive, "missing": missing, "drivers": drivers})

    def p_sensitive(self, *, p: Optional[int] = None, k: Optional[int] = None, sensitive: Optional[Union[str, Sequence[str]]] = None, missing: Optional[Literal["category", "wildcard"]] = None, drivers: Optional[bool] = None) -> "Plan":
        """Classes of at least k records with at least p distinct values of each sensitive column.

        p: the fewest distinct values of a sensitive column in a class (2 if not given)
        k: the smallest number of records that may share their key values (3 if not given)
        sensitive: the columns that are protected; all that have the role sensitive if left out;
            each must hold by itself
        missing: whether a missing key is a value of its own or matches anything ("category" if
            not given)
        drivers: if the model does not hold, say for each key how many records would still
            violate it without that key (true if not given)

        Truta and Vinay (2006), Privacy protection: p-sensitive k-anonymity property
        """
        return self._add("p_sensitive", {"p": p, "k": k, "sensitive": sensitive, "missing": missing, "drivers": drivers})

    def differential_privacy(self, epsilon: float, *, delta: Optional[float] = None) -> "Plan":
        """Every column was told by a private mechanism, and together they give away at most epsilon of a record.

        epsilon: what all columns together may give away of a record
        delta: the probability with which more may be given away; 0: never (0.0 if not given)

        Dwork, McSherry, Nissim and Smith (2006), Calibrating noise to sensitivity in private
        data analysis; Kasiviswanathan, Lee, Nissim, Raskhodnikova and Smith (2011), What can we
        learn privately?
        """
        return self._add("differential_privacy", {"epsilon": epsilon, "delta": delta})

    def membership(self, *, advantage: Optional[float] = None, copies: Optional[float] = None) -> "Plan":
        """In a trial with records left out, who was in cannot be told much better than by chance.

        advantage: largest rate of hits minus false alarms of an attacker who tells records that
            were in from others (0.1 if not given)
        copies: largest share of records that no other is like and that are repeated whole,
            beyond what is repeated of records left out (1.0 if not given)

        Yeom, Giacomelli, Fredrikson and Jha (2018), Privacy risk in machine learning: analyzing
        the connection to overfitting
        """
        return self._add("membership", {"advantage": advantage, "copies": copies})


class HierarchyMethods:
    """Builders of hierarchies, each as a method that gives a plan."""

    def _add(self, column: str, name: str, arguments: Mapping[str, Any]) -> "Plan":
        raise NotImplementedError

    def file(self, column: str, path: str) -> "Plan":
        """Reads the labels of each value at each level from a delimited file.

        path: the file, with one row for each value: the value, then its labels

        Samarati, Sweeney (1998), SRI-CSL-98-04
        """
        return self._add(column, "file", {"path": path})

    def argus(self, column: str, path: str, *, mark: Optional[str] = None) -> "Plan":
        """Reads recodings, trees and code lists of mu-Argus and tau-Argus.

        path: the file: a recoding (.grc), a tree (.hrc) or a code list (.cdl)
        mark: in a tree, what stands before a code for each level; @ if not given

        Hundepool et al. (2014), mu-Argus user's manual
        """
        return self._add(column, "argus", {"path": path, "mark": mark})

    def intervals(self, column: str, *, widths: Optional[Union[float, Sequence[float]]] = None, origin: Optional[float] = None, breaks: Optional[Union[float, Sequence[float]]] = None, parts: Optional[Union[float, Sequence[float]]] = None) -> "Plan":
        """Joins numbers into intervals that widen from level to level.

        widths: the width of the intervals at level 1, 2, ...; each a multiple of the one before
        origin: where an interval begins (0.0 if not given)
        breaks: where the intervals of the only level begin, upwards; instead of widths
        parts: into how many intervals of equally many rows at level 1, 2, ...; each a fraction
            of the one before; instead of widths

        Sweeney (2002), Int. J. Uncertain. Fuzziness Knowl.-Based Syst. 10(5)
        """
        return self._add(column, "intervals", {"widths": widths, "origin": origin, "breaks": breaks, "parts": parts})

    def mask(self, column: str, *, levels: Optional[int] = None, character: Optional[str] = None, from_: Optional[Literal["right", "left"]] = None) -> "Plan":
        """Hides one more character of the value at each level.

        levels: how many levels to make; by default until all is hidden
        character: what stands for a hidden character; * if not given
        from_: where hiding begins ("right" if not given)

        Sweeney (2002), Int. J. Uncertain. Fuzziness Knowl.-Based Syst. 10(5)
        """
        return self._add(column, "mask", {"levels": levels, "character": character, "from": from_})

    def order(self, column: str, *, sizes: Optional[Union[float, Sequence[float]]] = None, values: Optional[Union[str, Sequence[str]]] = None, groups: Optional[Mapping[str, Any]] = None) -> "Plan":
        """Joins so many values each that follow each other, or named groups.

        sizes: how many neighbours to join at level 1, 2, ..., whole numbers
        values: the values in their order; by size or text if not given
        groups: label of level 1: the values that get it; instead of values

        Prasser, Eicher, Spengler, Bild, Kuhn (2020), Softw. Pract. Exp. 50(7)
        """
        return self._add(column, "order", {"sizes": sizes, "values": values, "groups": groups})

    def prefix(self, column: str, lengths: Union[float, Sequence[float]]) -> "Plan":
        """Keeps fewer and fewer of the first characters of codes.

        lengths: how many characters stay at level 1, 2, ..., downwards

        Hundepool et al. (2012), Statistical Disclosure Control, section 3.4
        """
        return self._add(column, "prefix", {"lengths": lengths})

    def codes(self, column: str, ) -> "Plan":
        """Tells a value or nothing of it; numbers are codes, not quantities.


        Samarati (2001), Protecting respondents' identities in microdata release
        """
        return self._add(column, "codes", {})

    def dates(self, column: str, *, levels: Optional[Union[str, Sequence[str]]] = None, order: Optional[Literal["auto", "dmy", "mdy"]] = None) -> "Plan":
        """Joins days into weeks, months, quarters, years, decades.

        levels: periods that widen: week, month, quarter, half_year, year, decade, century;
            month, quarter, year, decade if not given
        order: of texts that do not begin with the year: whether the day or the month comes
            first; auto goes by the texts in which one of them is above 12 ("auto" if not given)

        ISO 8601 (2019), Date and time
        """
        return self._add(column, "dates", {"levels": levels, "order": order})

    def tree(self, column: str, branches: Mapping[str, Any]) -> "Plan":
        """Takes labels and the values below them from a tree in the plan.

        branches: label: what it holds, values or labels of the level below

        Samarati (2001), IEEE Trans. Knowl. Data Eng. 13(6)
        """
        return self._add(column, "tree", {"branches": branches})

    def frequency(self, column: str, *, keep: Optional[Union[float, Sequence[float]]] = None, levels: Optional[int] = None, first: Optional[Literal["rare", "frequent"]] = None, other: Optional[str] = None) -> "Plan":
        """Joins the rarest values first, level by level.

        keep: how many values stay at level 1, 2, ..., downwards
        levels: without keep: how many levels, each of which gives up as many values (4 if not
            given)
        first: which values are given up first ("rare" if not given)
        other: the label of what was given up; other if not given

        Prasser, Eicher, Spengler, Bild, Kuhn (2020), Softw. Pract. Exp. 50(7)
        """
        return self._add(column, "frequency", {"keep": keep, "levels": levels, "first": first, "other": other})

    def cluster(self, column: str, *, levels: Optional[int] = None, by: Optional[str] = None) -> "Plan":
        """Joins neighbours, or values that are rare or alike, level by level.

        levels: how many levels, the highest being all; by default as often as the values can be
            halved, at most 6 times
        by: a column that categories should go on telling as much of as they can

        Slonim, Tishby (1999), Agglomerative information bottleneck, NIPS 12
        """
        return self._add(column, "cluster", {"levels": levels, "by": by})

