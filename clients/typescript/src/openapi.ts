// Made from the OpenAPI description by `npm run client`.

export interface paths {
    "/api/facilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All facilities
         * @description The whole registry, ordered by identifier. Ask again with `If-None-Match`: an unchanged list costs nothing.
         */
        get: operations["listFacilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/facilities/{facilityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One facility */
        get: operations["getFacility"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provider/facilities/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a facility
         * @description Its identifier must be new; one that was deleted can be added again. It has no control characters and none that change the direction of text.
         */
        post: operations["addFacility"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provider/facilities/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a facility
         * @description Replaces the whole facility: members that are left out are gone. Every record of the facility is served with the new one. An update equal to what is stored changes nothing.
         */
        post: operations["updateFacility"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provider/facilities/{facilityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a facility
         * @description Its records stay; they are served with the facility as their provider sent it.
         */
        delete: operations["deleteFacility"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/metadata/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search, the query in the URL
         * @description The same as the POST search. For many records, sort by a field and last by `identification.identifier.pid.keyword`, then repeat the search with `search_after` set to the `sort` values of the last hit, digits unchanged, until no hit comes. `from` + `size` reach 10 000. A search has at most 4 096 clauses (30 inside each other), 64 sort keys and 256 aggregations; a shape has 10 000 positions, a sort by distance 1 000 places to start from, a wildcard 1 000 characters. What a search makes the engine do is bounded too; time limit 30 seconds.
         */
        get: operations["searchByUrl"];
        put?: never;
        /**
         * Search
         * @description `search` is a search in Elasticsearch's query DSL and goes to the engine as it is; left out, or `{}`, it finds everything and shows the first 10. The fields to search by are listed in the documentation. For many records, sort by a field and last by `identification.identifier.pid.keyword`, then repeat the search with `search_after` set to the `sort` values of the last hit, digits unchanged, until no hit comes. `from` + `size` reach 10 000. A search has at most 4 096 clauses (30 inside each other), 64 sort keys and 256 aggregations; a shape has 10 000 positions, a sort by distance 1 000 places to start from, a wildcard 1 000 characters. What a search makes the engine do is bounded too; time limit 30 seconds.
         */
        post: operations["search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compat/metadata/search/ext": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search by time, variables and box
         * @description A record is found when its temporal extent overlaps the time range (bounds included), one of its variables has one of the names (whatever the case), and its spatial extent, else its facility's location, meets the box. Newest `time_period_begin` first, then by PID. `totalHits` counts all matches, `hitCount` those in `hits`.
         */
        get: operations["searchByExtent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/metadata/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One record, now or at a time
         * @description As search serves it. With `at`: as it was then, with its facility as that was then.
         */
        get: operations["getRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/metadata/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened to a record
         * @description Oldest first. `record` is what was stored: what the provider sent, a facility equal to the registry's as its identifier alone. Deletions have none.
         */
        get: operations["getHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provider/metadata/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add or replace records
         * @description Stores every record of the array, or none: if one does not fit, nothing is stored and all errors are listed. A record that exists is replaced if it belongs to the caller's provider; content equal to what is stored changes nothing. Members that are not described are kept and served back. Name the facility by its identifier alone: the registry's facility is served; one that equals the registry's is stored as its identifier. PIDs and identifiers of facilities have no control characters and none that change the direction of text.
         */
        post: operations["addRecords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provider/metadata/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete records
         * @description `metadata_admin` may delete any record, `metadata_provider` those of its provider. A PID that is unknown or deleted already counts as deleted. 401 without a usable token or either role, and if every PID is refused.
         */
        post: operations["deleteRecords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One record as a page, and in the forms that other systems read
         * @description `Accept` or `format` chooses the form; without them it is the page. `Link` leads to what belongs to the record (signposting.org). A deleted record is 410 with the time of its deletion; its history stays.
         */
        get: operations["getRecordPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same by the record's PID */
        get: operations["findRecordPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records/{slug}/linkset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything that belongs to a record, as links
         * @description All links of signposting, also those that the header `Link` has no room for, and the way back from them (RFC 9264).
         */
        get: operations["getRecordLinkset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/facilities.geojson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where all facilities are, with their names
         * @description A point for each facility with a location, as maps draw them.
         */
        get: operations["facilityPoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feeds/search.atom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest changes among what a search finds, for feed readers
         * @description An Atom feed of the 100 records that changed last among those that the search finds, the newest first, with the parameters of the page `/search` but its order and its page. Of a search that finds more than 10 000 records, those among the last 10 000 changes of the catalogue. A record that was deleted, or is not found any more, is left out: what must miss no change reads `/api/changes`.
         */
        get: operations["searchFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/robots.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What crawlers are asked to leave alone */
        get: operations["robots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/favicon.ico": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The icon of the pages */
        get: operations["favicon"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sitemap.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The sitemaps of all pages
         * @description Each sitemap has 50,000 addresses at most.
         */
        get: operations["sitemapIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sitemap-sections.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The pages that are there whatever is stored */
        get: operations["sitemapOfSections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sitemap-records.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pages of records
         * @description In the order of their last change, whose publication time is `lastmod`.
         */
        get: operations["sitemapOfRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sitemap-facilities.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pages of facilities
         * @description In the order of their last change, whose publication time is `lastmod`.
         */
        get: operations["sitemapOfFacilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sitemap-stations.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pages of stations
         * @description In the order of their last change, whose publication time is `lastmod`.
         */
        get: operations["sitemapOfStations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything that changed
         * @description Every thing that changed after a position, once, as it is now, in the order of its last change, deletions among them. Ask again with `next` as `after`: whoever does so holds in the end what is here. A thing that changes while it is read comes again. Deletions are kept for ever. Observations come as runs of days, `from` the first and `to` after the last: replace all values that begin in them by `values`. After 410 `position-of-another-log` begin without `after`, and remove what does not come. As `application/x-ndjson`: a change a line, and a last line with `next`, `more` and `asOf`. As `application/cloudevents-batch+json`: the array alone, with the rest in `Link` and `Airlog-As-Of`. As `text/event-stream`: what comes, as it comes, with a position as the `id` of each event; `Last-Event-ID` continues.
         */
        get: operations["getChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feeds/records.atom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest changes of records, for feed readers
         * @description An Atom feed (RFC 4287) of the 100 records that changed last, the newest first. An entry's `id` is the record's address and never changes; `updated` is when its last change was published. A deleted record is an `at:deleted-entry` (RFC 6721), whose `ref` is that `id`. Long titles and abstracts are cut. What must miss no change reads `/api/changes`.
         */
        get: operations["recordFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aq/utd": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest values with their air-quality index
         * @description The newest valid value of each series while it is up to date, ordered by id. Only hourly series of components that the air-quality index knows. `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["newestAirQuality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aq/utd/{latitude}/{longitude}/{radius}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest values with their air-quality index around a place
         * @description The same in a circle, ordered by distance. Only hourly series of components that the air-quality index knows. `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["newestAirQualityAround"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obs/utd": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest values
         * @description The newest valid value of each series while it is up to date, ordered by id.  `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["newestObservations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obs/utd/{latitude}/{longitude}/{radius}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest values around a place
         * @description The same in a circle, ordered by distance.  `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["newestObservationsAround"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aq/historical/{fromtime}/{totime}/{station}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The values with their air-quality index of a period at a station
         * @description Values that begin and end within the period, at most one year. Series are ordered by id. Only hourly series of components that the air-quality index knows. `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["pastAirQuality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aq/historical/{fromtime}/{totime}/{latitude}/{longitude}/{radius}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The values with their air-quality index of a period around a place
         * @description Values that begin and end within the period, at most one year. Series are ordered by distance. Only hourly series of components that the air-quality index knows. `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["pastAirQualityAround"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aq/historical/{fromtime}/{totime}/ids/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The values with their air-quality index of a period of one series
         * @description Values that begin and end within the period, at most one year. Only hourly series of components that the air-quality index knows. `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["pastAirQualityOfSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obs/historical/{fromtime}/{totime}/{station}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The values of a period at a station
         * @description Values that begin and end within the period, at most one year. Series are ordered by id.  `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["pastObservations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obs/historical/{fromtime}/{totime}/{latitude}/{longitude}/{radius}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The values of a period around a place
         * @description Values that begin and end within the period, at most one year. Series are ordered by distance.  `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["pastObservationsAround"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obs/historical/{fromtime}/{totime}/ids/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The values of a period of one series
         * @description Values that begin and end within the period, at most one year.  `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["pastObservationsOfSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agg/{meantype}/{fromtime}/{totime}/{station}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Means at a station
         * @description Means of the type that lie within the period, which is at most one year unless they are yearly. Means shorter than the series' own step are left out. `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["means"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agg/{meantype}/{fromtime}/{totime}/{latitude}/{longitude}/{radius}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Means around a place
         * @description Means of the type that lie within the period, which is at most one year unless they are yearly. Means shorter than the series' own step are left out. Series are ordered by distance. `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["meansAround"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agg/{meantype}/{fromtime}/{totime}/ids/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Means of one series
         * @description Means of the type that lie within the period, which is at most one year unless they are yearly. Means shorter than the series' own step are left out. `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["meansOfSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/day/{fromtime}/{totime}/{station}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Daily means at a station
         * @deprecated
         * @description Arithmetic means of the days' valid values, within at most one month; days of which less than 75 % is covered are left out. `/agg/day` has taken its place. `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["dailyMeans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/day/{fromtime}/{totime}/{latitude}/{longitude}/{radius}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Daily means around a place
         * @deprecated
         * @description Arithmetic means of the days' valid values, within at most one month; days of which less than 75 % is covered are left out. `/agg/day` has taken its place. `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["dailyMeansAround"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lookup/areas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Areas that have stations
         * @description `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["lookup-areas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lookup/stations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stations
         * @description Only stations that have values. `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["lookup-stations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lookup/components": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Components
         * @description `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["lookup-components"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lookup/aqis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The classes of the air-quality index for each component
         * @description A value has the class with `fromValue` ≤ value < `toValue`, a negative value the first class. `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["lookup-aqis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lookup/meantypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Mean types
         * @description With `culture` each has a `description`. `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["lookup-meantypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lookup/timeseries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Time series
         * @description `Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; `Accept: application/x-ndjson` gives lines of JSON.
         */
        get: operations["lookup-timeseries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provider/stations/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a station, or several
         * @description All of them or none. Names are unique, regardless of case. Adding a station that exists is answered with its id, so starting over does no harm. No name has control characters or characters that change the direction of text. Names of stations and areas have no `;`, which separates names in a filter. No station is named `all` or ends with `.csv`, `.json` or `.ndjson`, which have another meaning in a path.
         */
        post: operations["addStations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provider/stations/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a station
         * @description Replaces all but the id: members that are left out are gone. The name may change.
         */
        post: operations["updateStation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provider/stations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a station
         * @description Its time series must have been deleted before.
         */
        delete: operations["deleteStation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provider/timeseries/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a time series, or several
         * @description All of them or none. A station has one series of a component and a timestep. A series belongs to the provider of the account that adds it, or to the `provider` that a `station_admin` names; only that provider sends its values. Steps up to a day divide the day; 604800 is the week from Monday, 2592000 the calendar month, 31536000 the year. A component has no `;`, which separates names in a filter.
         */
        post: operations["addTimeSeries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provider/timeseries/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the details of a time series
         * @description By its provider or a `station_admin`, who may also name another `provider`. Station, component and timestep can't change: another one makes another series.
         */
        post: operations["updateTimeSeries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provider/timeseries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a time series
         * @description By its provider or a `station_admin`. It vanishes from every answer with all its values.
         */
        delete: operations["deleteTimeSeries"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provider/observations/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send values, correct and delete them
         * @description A value replaces the stored one of its time; `null` deletes that. A value must be as long as a step of its series and lie on its grid; steps begin at 00:00 of the network's fixed offset. A value that ends more than an hour from now is refused, since it can't have been measured, and one that is not due yet is not served as the newest; `null` deletes at any time.
         *
         *     As an array: everything is stored, or nothing if one entry does not fit.
         *
         *     As NDJSON, one entry a line (1 MiB at most): of any length, stored while it comes in. Lines that do not fit are refused and listed, the first 1,000 errors of them; the others are stored. The token is checked at the beginning only, and the upload may go on for hours; a minute without a byte ends it. Of several values for one time the last counts. An upload sent again with its `Idempotency-Key` stores only what is missing.
         */
        post: operations["addObservations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uv/forecast/{latitude}/{longitude}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * UV index of three days at a place
         * @description UV index of today, tomorrow and the day after (UTC days) at sea level, for every hour, and the highest of each day. It is computed at the place itself with the Sun's height there, from the ozone, clouds and aerosol of the last published forecast; a day that it does not cover is the ozone climatology's, without clouds, and its `source` says so. `issued` says how old the forecast is. `classification` is one of `classifications`, of the index rounded to a whole number. What the model computes and how far to trust it: /docs/uv-model.
         */
        get: operations["getUvForecast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uv/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * UV index of three days at up to 1,000 places
         * @description UV index of today, tomorrow and the day after (UTC days) at sea level, for every hour, and the highest of each day. It is computed at the place itself with the Sun's height there, from the ozone, clouds and aerosol of the last published forecast; a day that it does not cover is the ozone climatology's, without clouds, and its `source` says so. `issued` says how old the forecast is. `classification` is one of `classifications`, of the index rounded to a whole number. What the model computes and how far to trust it: /docs/uv-model. The forecasts come in the order of the places.
         */
        post: operations["getUvForecasts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uv/map/{hour}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * UV index of the world at an hour, as a picture
         * @description What the forecasts of places say, every two degrees, on a map whose degrees have equal length: north is up, and the edges are the date line and the poles. Colours go from dark violet (0) through blue and green to yellow (14 and more) in steps of a half. Every full hour of today, tomorrow and the day after (UTC) has a map.
         */
        get: operations["getUvMap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uv/vitd": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * How long the sun takes to give a dose
         * @description Minutes until skin has had the dose that makes 1000 IU of vitamin D (`dose_product` 1 or F), or that burns it (2 or E), and the other of the two beside it. All members are needed. `albedo_type`: 0 snow (5 cm), 1 snow (2 cm), 2 sand, 3 lawn, 4 dry concrete, 5 wet concrete, 12 new snow, 13 old snow. `skin_type`: 1 pale, 2 blond caucasian, 3 darker caucasian, 4 mediterranean, 5 middle east, 6 black. `sky`: 0 cloudless, 1 scattered clouds, 2 broken clouds, 3 overcast. People of one skin type differ by 20 to 50 % and more: an estimate, not medical advice. What the model computes and how far to trust it: /docs/uv-model.
         */
        post: operations["getUvExposure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provider/uv/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a forecast of the inputs of the UV index
         * @description A document `uvgrid/1`: fields over the whole world in steps of a degree (181 latitudes from the south, 360 longitudes from the west), at instants at most three hours apart that cover three days from 00 UTC on. Fields: `ozone_du` (total ozone, DU, 80 to 700); `cloud_fraction` (share of the sky under cloud, 1, 0 to 1); `cloud_lwp_gm2` (liquid water of the cloud, where there is cloud, g/m², 0 to 10000); `cloud_modification_factor` (UV index under cloud by that without, 1, 0 to 1.5); `aod550` (optical depth of the aerosol at 550 nm, 1, 0 to 6); `albedo_uv` (reflectance of the ground in the ultraviolet, 1, 0 to 1); `snow` (share of the ground under snow, 1, 0 to 1); `uvi_allsky` (UV index under cloud, as the producer has it, 1, 0 to 50); `uvi_clearsky` (UV index without cloud, as the producer has it, 1, 0 to 50); ozone is needed. At most 1 % of a field's cells may be missing at an instant. All of it is checked before anything is stored, and it is served from one moment to the next. A forecast that was issued before the one that is served is refused; one of the same time takes its place. The same document sent again changes nothing.
         */
        post: operations["publishUvForecast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * User name and password for an access token
         * @description The token lives 5 minutes; send it as `Authorization: Bearer …` and ask for a new one in time. After 10 failed logins of an account from one address within 15 minutes that pair has to wait.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Public keys that tokens are signed with */
        get: operations["keys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is running here */
        get: operations["getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This description */
        get: operations["getDescription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file that pages load
         * @description Its name holds a hash of its content, so that caches may keep it without asking again.
         */
        get: operations["getAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process lives */
        get: operations["live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process can serve its routes
         * @description A view that is stopped, late or being built shows as `degraded` at 200.
         */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Measurements for Prometheus */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccessRestriction: {
            restricted: boolean;
            description_url?: string | null;
            description?: string | null;
        } & {
            [key: string]: unknown;
        };
        AreaListing: {
            zone: string;
            municipality: string;
            area: string;
            description: string | null;
        };
        BuildProgress: {
            view: string;
            version: number;
            done: number;
            secondsLeft?: number;
            stopped?: string;
        };
        ChangeEvent: {
            /** @constant */
            specversion: "1.0";
            /** @description Unique to the thing and its change. Sent as `after`, only what follows it comes. */
            id: string;
            /** @description The public address of this system. */
            source: string;
            type: string;
            /** @description The record's PID, the facility's identifier, or an id; `uv` of a forecast. */
            subject: string;
            /**
             * Format: date-time
             * @description When the change was published: since when it can be read.
             */
            time: string;
            /** @description Of the event in the log. Several changes may have the same. */
            position: string;
            /** @constant */
            datacontenttype?: "application/json";
            /** @description With `include=content`, the thing as its route serves it or its `add` takes it. Of observations, always, the series and its days: `timeseries`, `from`, `to`; with `include=content` also `values`. */
            data?: unknown;
        };
        ChangePage: {
            changes: components["schemas"]["ChangeEvent"][];
            /** @description Sent as `after`, it continues here. */
            next: string;
            /** @description Whether more has changed already. */
            more: boolean;
            /**
             * Format: date-time
             * @description Where there is no more: every change that was published before this time has come.
             */
            asOf: string;
        };
        CompatMetadataResultDto: {
            hits: components["schemas"]["Metadata"][];
            totalHits: number;
            hitCount: number;
        };
        ComponentListing: {
            component: string;
            topic: string | null;
        };
        Constraint: {
            constraint?: string | null;
        } & {
            [key: string]: unknown;
        };
        DailyMeans: {
            id: components["schemas"]["TimeSeriesId"];
            zone: string;
            municipality: string;
            area: string;
            station: string;
            eoi: string | null;
            component: string;
            latitude: number;
            longitude: number;
            unit: string;
            /** @description Seconds. */
            timestep: number;
            isVisible: boolean;
            values: {
                /**
                 * Format: date-time
                 * @example 2022-03-09T12:00:00+01:00
                 */
                dateTime: string;
                value: number;
                count: number;
                /** @description How much of the period the values cover, %. */
                coverage: number;
            }[];
        };
        DataQuality: {
            validtime_start?: string | null;
            validtime_end?: string | null;
            approval?: string | null;
            compliance?: string | null;
            quality_control_extent?: string | null;
            quality_control_mechanism?: string | null;
            quality_control_outcome?: string | null;
            statement?: string | null;
        } & {
            [key: string]: unknown;
        };
        DatasetMetadata: {
            repository: components["schemas"]["Repository"];
            /**
             * Format: date-time
             * @example 2024-05-01T12:00:00Z
             */
            time_content_revised: string;
            time_file_created?: string | null;
            time_metadata_created?: string | null;
            version?: components["schemas"]["Version"] | null;
        } & {
            [key: string]: unknown;
        };
        DeleteResultDto: {
            deleted: string[];
            notAllowedToDelete: string[];
        };
        DeletedProblem: {
            /** Format: date-time */
            deleted?: string;
        } & {
            [key: string]: unknown;
        };
        DistributionInformation: {
            data_format?: string | null;
            dataset_url?: string | null;
            protocol?: string | null;
            access_restriction?: components["schemas"]["AccessRestriction"] | null;
            transfersize?: components["schemas"]["TransferSize"] | null;
        } & {
            [key: string]: unknown;
        };
        ExistingProblem: {
            existing?: {
                name: string;
                path: string;
            }[];
        } & {
            [key: string]: unknown;
        };
        Experiment: {
            experiment_type: string;
            experiment_technique?: string | null;
        } & {
            [key: string]: unknown;
        };
        ExtraFacility: {
            insitu?: components["schemas"]["ExtraFacilityInsitu"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Members of one's own may stand beside or instead of ext_station_code, ext_station_name, ext_country_code. */
        ExtraFacilityInsitu: {
            ext_station_code?: string | null;
            ext_station_name?: string | null;
            ext_country_code?: string | null;
            ext_station_lat?: number | null;
            ext_station_lon?: number | null;
            ext_station_alt?: number | null;
        } & {
            [key: string]: unknown;
        };
        ExtraFramework: {
            insitu?: components["schemas"]["ExtraFrameworkInsitu"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Members of one's own may stand beside or instead of ext_framework. */
        ExtraFrameworkInsitu: {
            ext_framework?: string | null;
        } & {
            [key: string]: unknown;
        };
        ExtraInstrument: {
            insitu?: components["schemas"]["ExtraInstrumentInsitu"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Members of one's own may stand beside or instead of ext_instrument_ref. */
        ExtraInstrumentInsitu: {
            ext_instrument_ref?: string | null;
            ext_instrument_type?: string | null;
            ext_instrument_manufacturer?: string | null;
            ext_instrument_model?: string | null;
            ext_instrument_serialno?: string | null;
        } & {
            [key: string]: unknown;
        };
        ExtraMethod: {
            insitu?: components["schemas"]["ExtraMethodInsitu"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Members of one's own may stand beside or instead of ext_method_ref. */
        ExtraMethodInsitu: {
            ext_method_ref?: string | null;
            ext_standard_method?: string | null;
        } & {
            [key: string]: unknown;
        };
        ExtraVariable: {
            insitu?: components["schemas"]["ExtraVariableInsitu"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Members of one's own may stand beside or instead of ext_matrix, ext_component_name, ext_unit, nc_varname. */
        ExtraVariableInsitu: {
            ext_matrix?: string | null;
            ext_component_name?: string | null;
            ext_unit?: string | null;
            nc_varname?: string | null;
        } & {
            [key: string]: unknown;
        };
        Facility: {
            identifier: string;
            name?: string | null;
            facility_type?: string[] | null;
            location?: components["schemas"]["Point"] | null;
            country_code?: string | null;
            wmo_region?: string | null;
            uri?: string | null;
            identifier_type?: string | null;
            active?: boolean | null;
            actris_national_facility?: string | null;
            actris_nf_uri?: string | null;
            gawid_uri?: string | null;
            contact_person?: components["schemas"]["Person"] | null;
            contact_organisation?: components["schemas"]["OrganisationDetails"] | null;
            description?: string | null;
            surroundings?: string | null;
            operational_since?: string | null;
            extra_metadata?: components["schemas"]["ExtraFacility"] | null;
        } & {
            [key: string]: unknown;
        };
        FieldError: {
            path: string;
            message: string;
        };
        Framework: {
            validtime_start?: string | null;
            validtime_end?: string | null;
            framework?: string | null;
            extra_metadata?: components["schemas"]["ExtraFramework"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description The id for ever; null on a dry run. */
        GivenIdDto: {
            id: number | null;
        };
        /** @description The state of the process and of each engine and view. */
        Health: {
            status: string;
        } & {
            [key: string]: unknown;
        };
        History: {
            id: components["schemas"]["TimeSeriesId"];
            zone: string;
            municipality: string;
            area: string;
            station: string;
            eoi: string | null;
            type: string;
            component: string;
            latitude: number;
            longitude: number;
            /** @description Seconds. */
            timestep: number;
            isVisible: boolean;
            unit: string;
            values: {
                /**
                 * Format: date-time
                 * @example 2022-03-09T12:00:00+01:00
                 */
                fromTime: string;
                /**
                 * Format: date-time
                 * @example 2022-03-09T12:00:00+01:00
                 */
                toTime: string;
                value: number;
                qualityControlled: boolean;
                /**
                 * @description Only with `showinvalid`, and only on invalid values.
                 * @constant
                 */
                isValid?: false;
            }[];
        };
        HistoryEntry: {
            position: string;
            time: string;
            /** @enum {string} */
            type: "MetadataAdded" | "MetadataDeleted";
            revision: number;
            provider: string;
            record?: components["schemas"]["Metadata"];
        };
        HistoryWithIndex: {
            id: components["schemas"]["TimeSeriesId"];
            zone: string;
            municipality: string;
            area: string;
            station: string;
            eoi: string | null;
            type: string;
            component: string;
            latitude: number;
            longitude: number;
            /** @description Seconds. */
            timestep: number;
            isVisible: boolean;
            unit: string;
            values: {
                /**
                 * Format: date-time
                 * @example 2022-03-09T12:00:00+01:00
                 */
                fromTime: string;
                /**
                 * Format: date-time
                 * @example 2022-03-09T12:00:00+01:00
                 */
                toTime: string;
                value: number;
                qualityControlled: boolean;
                /** @description Class of the air-quality index; 0 for an invalid value. */
                index: number;
                /**
                 * @description The class's colour, six hexadecimal digits.
                 * @example 6ee86e
                 */
                color: string;
                /**
                 * @description Only with `showinvalid`, and only on invalid values.
                 * @constant
                 */
                isValid?: false;
            }[];
        };
        Identification: {
            identifier: components["schemas"]["Identifier"];
            title: string;
            abstract: string;
            roles?: components["schemas"]["Role"][] | null;
            organisations?: components["schemas"]["OrganisationRole"][] | null;
        } & {
            [key: string]: unknown;
        };
        Identifier: {
            /** @example https://doi.org/10.48597/RTXS-U8P8 */
            pid: string;
            pid_type: string;
        } & {
            [key: string]: unknown;
        };
        IndexListing: {
            component: string;
            unit: string;
            aqis: {
                index: number;
                fromValue: number;
                toValue: number;
                /**
                 * @description The class's colour, six hexadecimal digits.
                 * @example 6ee86e
                 */
                color: string;
                text: string;
                shortDescription: string;
                description: string;
                advice: string;
            }[];
        };
        IngestResultDto: {
            series: number;
            values: number;
            refused: number;
            errors: components["schemas"]["LineError"][];
        };
        Instrument: {
            instrument_type: string;
            validtime_start?: string | null;
            validtime_end?: string | null;
            instrument_pid?: string | null;
            instrument_manufacturer?: string | null;
            instrument_model?: string | null;
            instrument_name?: string | null;
            extra_metadata?: components["schemas"]["ExtraInstrument"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description JSON Web Key Set (RFC 7517). */
        Jwks: {
            keys: ({
                kty: string;
                kid: string;
            } & {
                [key: string]: unknown;
            })[];
        };
        LineError: {
            line: number;
            path: string;
            message: string;
        };
        LineString: {
            /** @constant */
            type: "LineString";
            coordinates: number[][];
            bbox?: number[] | null;
        } & {
            [key: string]: unknown;
        };
        LoginDto: {
            username: string;
            password: string;
        } & {
            [key: string]: unknown;
        };
        MeanTypeListing: {
            id: number;
            label: string;
            /** @description Only where `culture` names a language. */
            description?: string;
        };
        Means: {
            id: components["schemas"]["TimeSeriesId"];
            zone: string;
            municipality: string;
            area: string;
            station: string;
            eoi: string | null;
            component: string;
            latitude: number;
            longitude: number;
            unit: string;
            /** @description Seconds. */
            timestep: number;
            isVisible: boolean;
            values: {
                /**
                 * Format: date-time
                 * @example 2022-03-09T12:00:00+01:00
                 */
                dateTime: string;
                /**
                 * Format: date-time
                 * @example 2022-03-09T12:00:00+01:00
                 */
                fromTime: string;
                /**
                 * Format: date-time
                 * @example 2022-03-09T12:00:00+01:00
                 */
                toTime: string;
                /** @description Null where too little is covered; only with `showinvalid`. */
                value: number | null;
                count: number;
                /** @description How much of the period the values cover, %. */
                coverage: number;
            }[];
        };
        Metadata: {
            dataset_metadata: components["schemas"]["DatasetMetadata"];
            identification: components["schemas"]["Identification"];
            usage_information: components["schemas"]["UsageInformation"];
            product_type: string;
            variables: components["schemas"]["Variable"][];
            distribution_information: components["schemas"]["DistributionInformation"][];
            facility?: components["schemas"]["Facility"] | null;
            spatial_extent?: components["schemas"]["SpatialExtent"] | null;
            temporal_extent?: components["schemas"]["TemporalExtent"] | null;
            provenance?: components["schemas"]["Provenance"][] | null;
        } & {
            [key: string]: unknown;
        };
        MetadataResultDto: {
            response: {
                [key: string]: unknown;
            };
        };
        Method: {
            title?: string | null;
            pid?: string | null;
            extra_metadata?: components["schemas"]["ExtraMethod"] | null;
        } & {
            [key: string]: unknown;
        };
        Model: {
            model_type: string;
        } & {
            [key: string]: unknown;
        };
        MultiPoint: {
            /** @constant */
            type: "MultiPoint";
            coordinates: number[][];
            bbox?: number[] | null;
        } & {
            [key: string]: unknown;
        };
        NewStationDto: {
            name: string;
            zone: string;
            municipality: string;
            area: string;
            type: string;
            eoi?: string | null;
            latitude: number;
            longitude: number;
            owner?: string | null;
            status?: string | null;
            description?: string | null;
            /** @default true */
            isVisible: boolean;
            facility?: string | null;
        };
        NewTimeSeriesDto: {
            station: components["schemas"]["StationId"];
            component: string;
            unit: string;
            timestep: components["schemas"]["Timestep"];
            height?: number | null;
            eea?: boolean | null;
            topic?: string | null;
            /** @default true */
            isVisible: boolean;
            provider?: string;
        };
        NewestValue: {
            id: components["schemas"]["TimeSeriesId"];
            zone: string;
            municipality: string;
            area: string;
            station: string;
            eoi: string | null;
            type: string;
            component: string;
            /**
             * Format: date-time
             * @example 2022-03-09T12:00:00+01:00
             */
            fromTime: string;
            /**
             * Format: date-time
             * @example 2022-03-09T12:00:00+01:00
             */
            toTime: string;
            value: number;
            unit: string;
            latitude: number;
            longitude: number;
            /** @description Seconds. */
            timestep: number;
            isValid: boolean;
            isVisible: boolean;
        };
        NewestWithIndex: {
            id: components["schemas"]["TimeSeriesId"];
            zone: string;
            municipality: string;
            area: string;
            station: string;
            eoi: string | null;
            type: string;
            component: string;
            /**
             * Format: date-time
             * @example 2022-03-09T12:00:00+01:00
             */
            fromTime: string;
            /**
             * Format: date-time
             * @example 2022-03-09T12:00:00+01:00
             */
            toTime: string;
            value: number;
            unit: string;
            latitude: number;
            longitude: number;
            /** @description Seconds. */
            timestep: number;
            /** @description Class of the air-quality index; 0 for an invalid value. */
            index: number;
            /**
             * @description The class's colour, six hexadecimal digits.
             * @example 6ee86e
             */
            color: string;
            isValid: boolean;
            isVisible: boolean;
        };
        ObservationValueDto: {
            /**
             * Format: date-time
             * @description ISO 8601 of a whole second; without an offset it is in the network's.
             * @example 2024-02-01T12:00:00+01:00
             */
            fromTime: string;
            /**
             * Format: date-time
             * @description ISO 8601 of a whole second; without an offset it is in the network's.
             * @example 2024-02-01T12:00:00+01:00
             */
            toTime: string;
            value: number | null;
            /** @default true */
            isValid: boolean;
            /** @default false */
            qualityControlled: boolean;
        };
        ObservationsDto: {
            timeseries: components["schemas"]["TimeSeriesId"];
            values: components["schemas"]["ObservationValueDto"][];
        };
        OrganisationDetails: {
            name: string;
            pid?: string | null;
            pid_type?: string | null;
            country_code?: string | null;
        } & {
            [key: string]: unknown;
        };
        OrganisationRole: {
            role_code?: string | null;
            organisation?: components["schemas"]["OrganisationDetails"] | null;
        } & {
            [key: string]: unknown;
        };
        Person: {
            first_name?: string | null;
            last_name?: string | null;
            affiliation?: components["schemas"]["OrganisationDetails"] | null;
            orcid?: string | null;
        } & {
            [key: string]: unknown;
        };
        Point: {
            /** @constant */
            type: "Point";
            coordinates: number[];
            bbox?: number[] | null;
        } & {
            [key: string]: unknown;
        };
        Polygon: {
            /** @constant */
            type: "Polygon";
            coordinates: number[][][];
            bbox?: number[] | null;
        } & {
            [key: string]: unknown;
        };
        ProblemDetails: {
            type: string;
            title: string;
            status: number;
            detail: string;
            instance: string;
            /** @enum {string} */
            code: "body-not-json" | "body-invalid" | "parameter-invalid" | "position-unknown" | "search-rejected" | "token-missing" | "token-invalid" | "credentials-wrong" | "not-allowed-to-delete" | "role-missing" | "series-owned-by-another" | "route-unknown" | "facility-unknown" | "record-unknown" | "station-unknown" | "series-unknown" | "area-unknown" | "component-unknown" | "method-not-allowed" | "representation-unknown" | "upload-incomplete" | "body-too-slow" | "facility-exists" | "station-exists" | "station-has-series" | "series-exists" | "record-owned-by-another" | "forecast-older" | "request-running" | "record-deleted" | "facility-deleted" | "station-deleted" | "position-of-another-log" | "body-too-large" | "too-many-items" | "content-type-unsupported" | "expectation-failed" | "grid-invalid" | "key-reused" | "too-many-requests" | "too-many-keys" | "too-many-logins" | "headers-too-large" | "internal-error" | "service-unavailable" | "busy" | "engine-unavailable" | "storage-full" | "not-yet-visible" | "view-building" | "search-timeout";
            errors?: components["schemas"]["FieldError"][];
            errorCount?: number;
            building?: components["schemas"]["BuildProgress"][];
        } & {
            [key: string]: unknown;
        };
        Provenance: {
            title?: string | null;
            pid?: string | null;
            url?: string | null;
        } & {
            [key: string]: unknown;
        };
        QueryDto: {
            search?: {
                [key: string]: unknown;
            } | null;
        };
        Repository: {
            repository_id: string;
            repository_name?: string | null;
            repository_description?: string | null;
            repository_contact?: components["schemas"]["Person"][] | null;
        } & {
            [key: string]: unknown;
        };
        Role: {
            role_code?: string[] | null;
            person?: components["schemas"]["Person"] | null;
        } & {
            [key: string]: unknown;
        };
        SpatialExtent: ({
            type: string;
            coordinates?: unknown;
            bbox?: number[] | null;
        } & {
            [key: string]: unknown;
        }) | components["schemas"]["Point"] | components["schemas"]["LineString"] | components["schemas"]["MultiPoint"] | components["schemas"]["Polygon"] | {
            type?: unknown;
        };
        StationDto: {
            name: string;
            zone: string;
            municipality: string;
            area: string;
            type: string;
            eoi?: string | null;
            latitude: number;
            longitude: number;
            owner?: string | null;
            status?: string | null;
            description?: string | null;
            /** @default true */
            isVisible: boolean;
            facility?: string | null;
            id: components["schemas"]["StationId"];
        };
        StationId: number;
        StationListing: {
            id: components["schemas"]["StationId"];
            zone: string;
            municipality: string;
            area: string;
            station: string;
            type: string;
            eoi: string | null;
            latitude: number;
            longitude: number;
            owner: string | null;
            status: string | null;
            description: string | null;
            /**
             * Format: date-time
             * @example 2022-03-09T12:00:00+01:00
             */
            firstMeasurment: string;
            /**
             * Format: date-time
             * @example 2022-03-09T12:00:00+01:00
             */
            lastMeasurment: string;
            /**
             * @description Joined by commas.
             * @example NO2,PM10
             */
            components: string;
            isVisible: boolean;
        };
        TemporalExtent: {
            /**
             * Format: date-time
             * @example 2024-05-01T12:00:00Z
             */
            time_period_begin: string;
            /**
             * Format: date-time
             * @example 2024-05-01T12:00:00Z
             */
            time_period_end: string;
        } & {
            [key: string]: unknown;
        };
        TimeSeriesId: number;
        TimeSeriesListing: {
            id: components["schemas"]["TimeSeriesId"];
            height: number | null;
            zone: string;
            municipality: string;
            area: string;
            station: string;
            type: string;
            eoi: string | null;
            component: string;
            latitude: number;
            longitude: number;
            unit: string;
            eea: boolean | null;
            /** @description Seconds. */
            timestep: number;
            timestepAsText: string;
            isVisible: boolean;
            fromTime: string | null;
            toTime: string | null;
            topic: string | null;
        };
        /** @example 3600 */
        Timestep: number;
        TokenDto: {
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            expires_in: number;
            /** Format: date-time */
            expires_at: string;
        };
        TransferSize: {
            size: number;
            unit: string;
        } & {
            [key: string]: unknown;
        };
        UsageInformation: {
            citation: string;
            data_licence?: string | null;
            metadata_licence?: string | null;
            acknowledgement?: string | null;
        } & {
            [key: string]: unknown;
        };
        UvClassDto: {
            id: number;
            name: string;
            from: number;
            to: number | null;
            colour: string;
        };
        UvDayDto: {
            /** Format: date */
            date: string;
            /** @description The highest index, found in steps of ten minutes; without clouds where none are known. */
            max: {
                index: number;
                /** Format: date-time */
                time: string;
                classification: number;
            };
            /** @description `climatology` where no published forecast covers the day. */
            source: string;
        };
        UvField: {
            /** @enum {string} */
            dtype: "int16" | "uint8";
            scale: number;
            offset: number;
            /** @description The stored number of a cell without a value. */
            missing: number;
            /** @description Base64 of the stored numbers, little-endian, by step, then latitude, then longitude: value × scale + offset. */
            data: string;
        } & {
            [key: string]: unknown;
        };
        UvForecastDto: {
            today: components["schemas"]["UvHourDto"][];
            tomorrow: components["schemas"]["UvHourDto"][];
            dayAfterTomorrow: components["schemas"]["UvHourDto"][];
            latitude: number;
            longitude: number;
            /** @description Total ozone in Dobson units when today's index is highest. */
            ozone: number;
            source: string;
            /** @description When the forecast was issued; null for the climatology. */
            issued: string | null;
            days: components["schemas"]["UvDayDto"][];
        };
        UvForecastRequestDto: {
            locations: components["schemas"]["UvLocationDto"][];
        } & {
            [key: string]: unknown;
        };
        UvForecastsDto: {
            forecasts: components["schemas"]["UvForecastDto"][];
            classifications: components["schemas"]["UvClassDto"][];
            /** @description Whom to credit for the published forecast. */
            attribution: string | null;
            licence: string | null;
        };
        UvGridCellDto: {
            field: string;
            step: string;
            latitude: number;
            longitude: number;
            /** @description Null where it is missing. */
            value: number | null;
        };
        UvGridDto: {
            /** @constant */
            schema: "uvgrid/1";
            issued: string;
            source: string;
            licence: string;
            attribution: string;
            grid: {
                /** @constant */
                lat0: -90;
                /** @constant */
                dlat: 1;
                /** @constant */
                nlat: 181;
                /** @constant */
                lon0: -180;
                /** @constant */
                dlon: 1;
                /** @constant */
                nlon: 360;
            };
            steps: string[];
            fields: {
                ozone_du: components["schemas"]["UvField"];
                cloud_fraction?: components["schemas"]["UvField"];
                cloud_lwp_gm2?: components["schemas"]["UvField"];
                cloud_modification_factor?: components["schemas"]["UvField"];
                aod550?: components["schemas"]["UvField"];
                albedo_uv?: components["schemas"]["UvField"];
                snow?: components["schemas"]["UvField"];
                uvi_allsky?: components["schemas"]["UvField"];
                uvi_clearsky?: components["schemas"]["UvField"];
            };
        } & {
            [key: string]: unknown;
        };
        UvHourDto: {
            /** Format: date-time */
            time: string;
            /** @description Null where no cloud is known. */
            index: number | null;
            /** @description Without clouds. */
            indexClear: number;
            /** @description Share of `indexClear` that clouds leave; null where no cloud is known and while the Sun is down. */
            cloudFactor: number | null;
            /** @description Of `index`, else of `indexClear`. */
            classification: number;
        };
        UvLocationDto: {
            latitude: number;
            longitude: number;
        } & {
            [key: string]: unknown;
        };
        Variable: {
            variable_name: string;
            variable_matrix: string;
            variable_property_of_interest?: string | null;
            object_of_interest?: string | null;
            variable_statistical_property?: string | null;
            variable_geometry?: string | null;
            variable_constraints?: components["schemas"]["Constraint"][] | null;
            timeliness?: string | null;
            instrument?: components["schemas"]["Instrument"][] | null;
            experiment?: components["schemas"]["Experiment"] | null;
            model?: components["schemas"]["Model"] | null;
            data_quality_control?: components["schemas"]["DataQuality"][] | null;
            framework?: components["schemas"]["Framework"][] | null;
            method?: components["schemas"]["Method"] | null;
            temporal_resolution?: string | null;
            extra_metadata?: components["schemas"]["ExtraVariable"] | null;
        } & {
            [key: string]: unknown;
        };
        Version: {
            number?: string | null;
            description?: string | null;
        } & {
            [key: string]: unknown;
        };
        VersionDto: {
            name: string;
            version: string;
            api: string;
            commit: string;
            built: string;
        };
        VitaminDAnswerDto: {
            /** @description The request as it was understood. */
            input: {
                latitude: number;
                longitude: number;
                altitude: number;
                month: number;
                day: number;
                time: number;
                ozone: number;
                albedo_type: number;
                dose_product: number | string;
                skin_type: number;
                sky: number;
            };
            /** @enum {string} */
            dose_product: "vitamin D" | "CIE";
            action_spectrum: string;
            /** @description J/m², weighted with the action spectrum. */
            dose_required: number;
            dose_basis: string;
            /** @description At the start, degrees, geometric. */
            solar_zenith_angle: number;
            /** @description At the start. */
            uv_index: number;
            /** @description At the start, W/m², weighted with the action spectrum. */
            irradiance: number;
            /** @description From the start, waiting for sunrise included; null when the dose is not reached. */
            exposure_minutes: number | null;
            /** @description The same without the waiting. */
            sun_minutes: number | null;
            /** @description `exposure_minutes` as hh:mm. */
            exposure_time: string | null;
            /** @description When the dose is reached, UTC. */
            end_time: string | null;
            reason: ("sun below horizon all day" | "dose not reached before sunset") | null;
            /** @description J/m². */
            dose_reached_by_sunset: number;
            /** @description `dose_reached_by_sunset` by `dose_required`. */
            fraction_reached: number;
            /** @description The other product. */
            companion: {
                /** @enum {string} */
                dose_product: "vitamin D" | "CIE";
                action_spectrum: string;
                dose_required: number;
                exposure_minutes: number | null;
            };
            warning: string | null;
            model: {
                name: string;
                version: string;
            };
            assumptions: string[];
        };
        VitaminDRequestDto: {
            latitude: number;
            longitude: number;
            /** @description Kilometres above the sea. */
            altitude: number;
            month: number;
            day: number;
            /** @description Hours, UTC. */
            time: number;
            /** @description Total ozone, Dobson units. */
            ozone: number;
            /** @enum {number} */
            albedo_type: 0 | 1 | 2 | 3 | 4 | 5 | 12 | 13;
            dose_product: (1 | 2) | string;
            skin_type: number;
            sky: number;
        } & {
            [key: string]: unknown;
        };
    };
    responses: never;
    parameters: {
        /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
        "Min-Event-Position": string;
        /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
        "If-None-Match": string;
        /**
         * @description `wait=N`: answer when every reader sees the write, at the latest after N seconds (60 at most). `return=representation`: answer with a body where there would be none.
         * @example wait=10
         */
        Prefer: string;
        /** @description 1 to 255 printable ASCII characters of your own: a request that your account repeats within 24 hours with the same key is done once and answered as the first time. A provider may send a million keys within 24 hours. */
        "Idempotency-Key": string;
        /** @description `true`: everything is checked and answered as usual, and nothing is stored. */
        dry_run: boolean;
    };
    requestBodies: never;
    headers: {
        /** @description The log's position after this write. A read that sends it as `Min-Event-Position` waits until it shows the write. Absent on a dry run. */
        "Event-Position": string;
        /** @description `wait` when every view has applied the write and every reader sees it; `return=representation` when the answer has a body because the request asked for it. */
        "Preference-Applied": string;
        /** @description Changes with the content; send it back as `If-None-Match`. */
        ETag: string;
        /** @description Where this continues, or begins anew (RFC 8288). */
        Link: string;
        /** @description Where no more follows: every change that was published before this time has come. */
        "Airlog-As-Of": string;
        /** @description Seconds after which to try again. */
        "Retry-After": string;
        /** @description The scheme to use. */
        "WWW-Authenticate": string;
        /** @description What is left of the client's share, and when it is renewed. */
        RateLimit: string;
        /** @description The client's share. */
        "RateLimit-Policy": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listFacilities: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every facility. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "identifier": "56kt",
                     *         "name": "Jülich",
                     *         "facility_type": [
                     *           "observation platform, fixed"
                     *         ],
                     *         "location": {
                     *           "type": "Point",
                     *           "coordinates": [
                     *             6.4131,
                     *             50.9089,
                     *             111
                     *           ]
                     *         },
                     *         "country_code": "DE",
                     *         "wmo_region": "Europe",
                     *         "identifier_type": "other PID",
                     *         "active": true,
                     *         "actris_national_facility": "labelled"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Facility"][];
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible";
                    };
                };
            };
        };
    };
    getFacility: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description The facility's `identifier`.
                 * @example 56kt
                 */
                facilityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The facility. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "identifier": "56kt",
                     *       "name": "Jülich",
                     *       "facility_type": [
                     *         "observation platform, fixed"
                     *       ],
                     *       "location": {
                     *         "type": "Point",
                     *         "coordinates": [
                     *           6.4131,
                     *           50.9089,
                     *           111
                     *         ]
                     *       },
                     *       "country_code": "DE",
                     *       "wmo_region": "Europe",
                     *       "identifier_type": "other PID",
                     *       "active": true,
                     *       "actris_national_facility": "labelled"
                     *     }
                     */
                    "application/json": components["schemas"]["Facility"];
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `facility-unknown`: No such facility. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "facility-unknown";
                    } & components["schemas"]["DeletedProblem"];
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible";
                    };
                };
            };
        };
    };
    addFacility: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as usual, and nothing is stored. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description `wait=N`: answer when every reader sees the write, at the latest after N seconds (60 at most). `return=representation`: answer with a body where there would be none.
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description 1 to 255 printable ASCII characters of your own: a request that your account repeats within 24 hours with the same key is done once and answered as the first time. A provider may send a million keys within 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 MiB, also when unpacked. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Facility"];
            };
        };
        responses: {
            /** @description The facility is stored. */
            200: {
                headers: {
                    "Event-Position": components["headers"]["Event-Position"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `body-not-json`: The body is not JSON. `body-invalid`: The body is invalid. `parameter-invalid`: A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "body-not-json" | "body-invalid" | "parameter-invalid";
                    };
                };
            };
            /** @description `token-missing`: An access token is needed. `token-invalid`: The access token is not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token-missing" | "token-invalid";
                    };
                };
            };
            /** @description `role-missing`: The account lacks the role. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "role-missing";
                    };
                };
            };
            /** @description `body-too-slow`: The body comes too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "body-too-slow";
                    };
                };
            };
            /** @description `facility-exists`: The facility exists already. `request-running`: A request with this key is still running. */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "facility-exists" | "request-running";
                    };
                };
            };
            /** @description `body-too-large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body-too-large";
                    };
                };
            };
            /** @description `content-type-unsupported`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "content-type-unsupported";
                    };
                };
            };
            /** @description `key-reused`: The key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "key-reused";
                    };
                };
            };
            /** @description `too-many-keys`: Too many idempotency keys. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-keys";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `storage-full`: The storage is full. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "storage-full";
                    };
                };
            };
        };
    };
    updateFacility: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as usual, and nothing is stored. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description `wait=N`: answer when every reader sees the write, at the latest after N seconds (60 at most). `return=representation`: answer with a body where there would be none.
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description 1 to 255 printable ASCII characters of your own: a request that your account repeats within 24 hours with the same key is done once and answered as the first time. A provider may send a million keys within 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 MiB, also when unpacked. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Facility"];
            };
        };
        responses: {
            /** @description The facility is stored. */
            200: {
                headers: {
                    "Event-Position": components["headers"]["Event-Position"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `body-not-json`: The body is not JSON. `body-invalid`: The body is invalid. `parameter-invalid`: A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "body-not-json" | "body-invalid" | "parameter-invalid";
                    };
                };
            };
            /** @description `token-missing`: An access token is needed. `token-invalid`: The access token is not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token-missing" | "token-invalid";
                    };
                };
            };
            /** @description `role-missing`: The account lacks the role. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "role-missing";
                    };
                };
            };
            /** @description `facility-unknown`: No such facility. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "facility-unknown";
                    };
                };
            };
            /** @description `body-too-slow`: The body comes too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "body-too-slow";
                    };
                };
            };
            /** @description `request-running`: A request with this key is still running. */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "request-running";
                    };
                };
            };
            /** @description `body-too-large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body-too-large";
                    };
                };
            };
            /** @description `content-type-unsupported`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "content-type-unsupported";
                    };
                };
            };
            /** @description `key-reused`: The key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "key-reused";
                    };
                };
            };
            /** @description `too-many-keys`: Too many idempotency keys. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-keys";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `storage-full`: The storage is full. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "storage-full";
                    };
                };
            };
        };
    };
    deleteFacility: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as usual, and nothing is stored. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description `wait=N`: answer when every reader sees the write, at the latest after N seconds (60 at most). `return=representation`: answer with a body where there would be none.
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description 1 to 255 printable ASCII characters of your own: a request that your account repeats within 24 hours with the same key is done once and answered as the first time. A provider may send a million keys within 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description The facility's `identifier`.
                 * @example 56kt
                 */
                facilityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The facility is gone. */
            200: {
                headers: {
                    "Event-Position": components["headers"]["Event-Position"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid";
                    };
                };
            };
            /** @description `token-missing`: An access token is needed. `token-invalid`: The access token is not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token-missing" | "token-invalid";
                    };
                };
            };
            /** @description `role-missing`: The account lacks the role. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "role-missing";
                    };
                };
            };
            /** @description `facility-unknown`: No such facility. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "facility-unknown";
                    };
                };
            };
            /** @description `request-running`: A request with this key is still running. */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "request-running";
                    };
                };
            };
            /** @description `key-reused`: The key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "key-reused";
                    };
                };
            };
            /** @description `too-many-keys`: Too many idempotency keys. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-keys";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `storage-full`: The storage is full. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "storage-full";
                    };
                };
            };
        };
    };
    searchByUrl: {
        parameters: {
            query: {
                /**
                 * @description The search object as JSON, URL-encoded: Elasticsearch's query DSL.
                 * @example {"query":{"bool":{"filter":[{"term":{"facility.identifier.keyword":"56kt"}},{"range":{"temporal_extent.time_period_begin":{"gte":"2024-05-01","lt":"2024-06-01"}}}]}},"sort":[{"temporal_extent.time_period_begin":{"order":"desc"}},{"identification.identifier.pid.keyword":{"order":"asc"}}],"size":100}
                 */
                source: string;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The search engine's answer, byte for byte, in `response`. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "response": {
                     *         "took": 2,
                     *         "timed_out": false,
                     *         "_shards": {
                     *           "total": 1,
                     *           "successful": 1,
                     *           "skipped": 0,
                     *           "failed": 0
                     *         },
                     *         "hits": {
                     *           "total": {
                     *             "value": 1,
                     *             "relation": "eq"
                     *           },
                     *           "max_score": null,
                     *           "hits": [
                     *             {
                     *               "_index": "catalogue",
                     *               "_id": "https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071",
                     *               "_score": null,
                     *               "_source": {
                     *                 "dataset_metadata": {
                     *                   "repository": {
                     *                     "repository_id": "CLU",
                     *                     "repository_name": "Cloud remote sensing data centre"
                     *                   },
                     *                   "time_content_revised": "2024-05-02T06:12:40Z",
                     *                   "time_file_created": "2024-05-02T06:12:40Z",
                     *                   "version": {
                     *                     "number": "1"
                     *                   }
                     *                 },
                     *                 "identification": {
                     *                   "identifier": {
                     *                     "pid": "https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071",
                     *                     "pid_type": "ePIC"
                     *                   },
                     *                   "title": "Cloud radar reflectivity from Jülich on 1 May 2024",
                     *                   "abstract": "Vertical profiles of radar reflectivity, one every 30 seconds.",
                     *                   "roles": [
                     *                     {
                     *                       "role_code": [
                     *                         "principalInvestigator"
                     *                       ],
                     *                       "person": {
                     *                         "first_name": "Ada",
                     *                         "last_name": "Example"
                     *                       }
                     *                     }
                     *                   ]
                     *                 },
                     *                 "usage_information": {
                     *                   "citation": "Example, A. (2024): Cloud radar reflectivity, Jülich.",
                     *                   "data_licence": "CC-BY-4.0"
                     *                 },
                     *                 "product_type": "observation",
                     *                 "variables": [
                     *                   {
                     *                     "variable_name": "radar equivalent reflectivity factor",
                     *                     "variable_matrix": "cloud phase",
                     *                     "variable_geometry": "atmospheric vertical profile",
                     *                     "timeliness": "scheduled",
                     *                     "temporal_resolution": "PT30S",
                     *                     "instrument": [
                     *                       {
                     *                         "instrument_type": "cloud radar"
                     *                       }
                     *                     ],
                     *                     "framework": [
                     *                       {
                     *                         "framework": "CLOUDNET"
                     *                       }
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "distribution_information": [
                     *                   {
                     *                     "data_format": "HDF5 (NetCDF4)",
                     *                     "dataset_url": "https://data.example.org/20240501_juelich_radar.nc",
                     *                     "protocol": "HTTP",
                     *                     "access_restriction": {
                     *                       "restricted": false
                     *                     },
                     *                     "transfersize": {
                     *                       "size": 18203511,
                     *                       "unit": "B"
                     *                     }
                     *                   }
                     *                 ],
                     *                 "facility": {
                     *                   "identifier": "56kt",
                     *                   "name": "Jülich",
                     *                   "facility_type": [
                     *                     "observation platform, fixed"
                     *                   ],
                     *                   "location": {
                     *                     "type": "Point",
                     *                     "coordinates": [
                     *                       6.4131,
                     *                       50.9089,
                     *                       111
                     *                     ]
                     *                   },
                     *                   "country_code": "DE",
                     *                   "wmo_region": "Europe",
                     *                   "identifier_type": "other PID",
                     *                   "active": true,
                     *                   "actris_national_facility": "labelled"
                     *                 },
                     *                 "spatial_extent": {
                     *                   "type": "Point",
                     *                   "coordinates": [
                     *                     6.4131,
                     *                     50.9089,
                     *                     111
                     *                   ]
                     *                 },
                     *                 "temporal_extent": {
                     *                   "time_period_begin": "2024-05-01T00:00:00Z",
                     *                   "time_period_end": "2024-05-01T23:59:59Z"
                     *                 }
                     *               },
                     *               "sort": [
                     *                 1714521600000,
                     *                 "https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071"
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MetadataResultDto"];
                };
            };
            /** @description `search-rejected`: The search engine refuses this search. `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "search-rejected" | "parameter-invalid" | "position-unknown";
                    } & ({
                        engine?: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "view-building" | "not-yet-visible";
                    };
                };
            };
            /** @description `search-timeout`: The search took too long. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 504;
                        /** @enum {unknown} */
                        code?: "search-timeout";
                    };
                };
            };
        };
    };
    search: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, also when unpacked. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["QueryDto"];
            };
        };
        responses: {
            /** @description The search engine's answer, byte for byte, in `response`. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "response": {
                     *         "took": 2,
                     *         "timed_out": false,
                     *         "_shards": {
                     *           "total": 1,
                     *           "successful": 1,
                     *           "skipped": 0,
                     *           "failed": 0
                     *         },
                     *         "hits": {
                     *           "total": {
                     *             "value": 1,
                     *             "relation": "eq"
                     *           },
                     *           "max_score": null,
                     *           "hits": [
                     *             {
                     *               "_index": "catalogue",
                     *               "_id": "https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071",
                     *               "_score": null,
                     *               "_source": {
                     *                 "dataset_metadata": {
                     *                   "repository": {
                     *                     "repository_id": "CLU",
                     *                     "repository_name": "Cloud remote sensing data centre"
                     *                   },
                     *                   "time_content_revised": "2024-05-02T06:12:40Z",
                     *                   "time_file_created": "2024-05-02T06:12:40Z",
                     *                   "version": {
                     *                     "number": "1"
                     *                   }
                     *                 },
                     *                 "identification": {
                     *                   "identifier": {
                     *                     "pid": "https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071",
                     *                     "pid_type": "ePIC"
                     *                   },
                     *                   "title": "Cloud radar reflectivity from Jülich on 1 May 2024",
                     *                   "abstract": "Vertical profiles of radar reflectivity, one every 30 seconds.",
                     *                   "roles": [
                     *                     {
                     *                       "role_code": [
                     *                         "principalInvestigator"
                     *                       ],
                     *                       "person": {
                     *                         "first_name": "Ada",
                     *                         "last_name": "Example"
                     *                       }
                     *                     }
                     *                   ]
                     *                 },
                     *                 "usage_information": {
                     *                   "citation": "Example, A. (2024): Cloud radar reflectivity, Jülich.",
                     *                   "data_licence": "CC-BY-4.0"
                     *                 },
                     *                 "product_type": "observation",
                     *                 "variables": [
                     *                   {
                     *                     "variable_name": "radar equivalent reflectivity factor",
                     *                     "variable_matrix": "cloud phase",
                     *                     "variable_geometry": "atmospheric vertical profile",
                     *                     "timeliness": "scheduled",
                     *                     "temporal_resolution": "PT30S",
                     *                     "instrument": [
                     *                       {
                     *                         "instrument_type": "cloud radar"
                     *                       }
                     *                     ],
                     *                     "framework": [
                     *                       {
                     *                         "framework": "CLOUDNET"
                     *                       }
                     *                     ]
                     *                   }
                     *                 ],
                     *                 "distribution_information": [
                     *                   {
                     *                     "data_format": "HDF5 (NetCDF4)",
                     *                     "dataset_url": "https://data.example.org/20240501_juelich_radar.nc",
                     *                     "protocol": "HTTP",
                     *                     "access_restriction": {
                     *                       "restricted": false
                     *                     },
                     *                     "transfersize": {
                     *                       "size": 18203511,
                     *                       "unit": "B"
                     *                     }
                     *                   }
                     *                 ],
                     *                 "facility": {
                     *                   "identifier": "56kt",
                     *                   "name": "Jülich",
                     *                   "facility_type": [
                     *                     "observation platform, fixed"
                     *                   ],
                     *                   "location": {
                     *                     "type": "Point",
                     *                     "coordinates": [
                     *                       6.4131,
                     *                       50.9089,
                     *                       111
                     *                     ]
                     *                   },
                     *                   "country_code": "DE",
                     *                   "wmo_region": "Europe",
                     *                   "identifier_type": "other PID",
                     *                   "active": true,
                     *                   "actris_national_facility": "labelled"
                     *                 },
                     *                 "spatial_extent": {
                     *                   "type": "Point",
                     *                   "coordinates": [
                     *                     6.4131,
                     *                     50.9089,
                     *                     111
                     *                   ]
                     *                 },
                     *                 "temporal_extent": {
                     *                   "time_period_begin": "2024-05-01T00:00:00Z",
                     *                   "time_period_end": "2024-05-01T23:59:59Z"
                     *                 }
                     *               },
                     *               "sort": [
                     *                 1714521600000,
                     *                 "https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071"
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MetadataResultDto"];
                };
            };
            /** @description `search-rejected`: The search engine refuses this search. `body-not-json`: The body is not JSON. `body-invalid`: The body is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "search-rejected" | "body-not-json" | "body-invalid" | "position-unknown";
                    } & ({
                        engine?: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            /** @description `body-too-slow`: The body comes too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "body-too-slow";
                    };
                };
            };
            /** @description `body-too-large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body-too-large";
                    };
                };
            };
            /** @description `content-type-unsupported`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "content-type-unsupported";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "view-building" | "not-yet-visible";
                    };
                };
            };
            /** @description `search-timeout`: The search took too long. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 504;
                        /** @enum {unknown} */
                        code?: "search-timeout";
                    };
                };
            };
        };
    };
    searchByExtent: {
        parameters: {
            query: {
                /**
                 * @description Begin of the time range.
                 * @example 2024-05-01T00:00:00Z
                 */
                time_range_start: string;
                /**
                 * @description End of the time range.
                 * @example 2024-05-31T23:59:59Z
                 */
                time_range_end: string;
                /**
                 * @description Names of variables; repeat it for several. A value that is not a known name is split at its commas.
                 * @example [
                 *       "radar equivalent reflectivity factor",
                 *       "ozone amount fraction"
                 *     ]
                 */
                variables: string[];
                /**
                 * @description The box's northern edge in degrees.
                 * @example 55
                 */
                north_bound_latitude: number;
                /**
                 * @description The box's western edge in degrees. West greater than east: the box crosses the antimeridian.
                 * @example 5
                 */
                west_bound_longitude: number;
                /**
                 * @description The box's southern edge in degrees.
                 * @example 47
                 */
                south_bound_latitude: number;
                /**
                 * @description The box's eastern edge in degrees. West greater than east: the box crosses the antimeridian.
                 * @example 15
                 */
                east_bound_longitude: number;
                /** @description How many hits to pass over, 0 unless set; `from` + `size` reach 10 000. */
                from?: number;
                /** @description How many hits to show, 1 000 unless set. */
                size?: number;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The matches. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "totalHits": 1,
                     *       "hitCount": 1,
                     *       "hits": [
                     *         {
                     *           "dataset_metadata": {
                     *             "repository": {
                     *               "repository_id": "CLU",
                     *               "repository_name": "Cloud remote sensing data centre"
                     *             },
                     *             "time_content_revised": "2024-05-02T06:12:40Z",
                     *             "time_file_created": "2024-05-02T06:12:40Z",
                     *             "version": {
                     *               "number": "1"
                     *             }
                     *           },
                     *           "identification": {
                     *             "identifier": {
                     *               "pid": "https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071",
                     *               "pid_type": "ePIC"
                     *             },
                     *             "title": "Cloud radar reflectivity from Jülich on 1 May 2024",
                     *             "abstract": "Vertical profiles of radar reflectivity, one every 30 seconds.",
                     *             "roles": [
                     *               {
                     *                 "role_code": [
                     *                   "principalInvestigator"
                     *                 ],
                     *                 "person": {
                     *                   "first_name": "Ada",
                     *                   "last_name": "Example"
                     *                 }
                     *               }
                     *             ]
                     *           },
                     *           "usage_information": {
                     *             "citation": "Example, A. (2024): Cloud radar reflectivity, Jülich.",
                     *             "data_licence": "CC-BY-4.0"
                     *           },
                     *           "product_type": "observation",
                     *           "variables": [
                     *             {
                     *               "variable_name": "radar equivalent reflectivity factor",
                     *               "variable_matrix": "cloud phase",
                     *               "variable_geometry": "atmospheric vertical profile",
                     *               "timeliness": "scheduled",
                     *               "temporal_resolution": "PT30S",
                     *               "instrument": [
                     *                 {
                     *                   "instrument_type": "cloud radar"
                     *                 }
                     *               ],
                     *               "framework": [
                     *                 {
                     *                   "framework": "CLOUDNET"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "distribution_information": [
                     *             {
                     *               "data_format": "HDF5 (NetCDF4)",
                     *               "dataset_url": "https://data.example.org/20240501_juelich_radar.nc",
                     *               "protocol": "HTTP",
                     *               "access_restriction": {
                     *                 "restricted": false
                     *               },
                     *               "transfersize": {
                     *                 "size": 18203511,
                     *                 "unit": "B"
                     *               }
                     *             }
                     *           ],
                     *           "facility": {
                     *             "identifier": "56kt",
                     *             "name": "Jülich",
                     *             "facility_type": [
                     *               "observation platform, fixed"
                     *             ],
                     *             "location": {
                     *               "type": "Point",
                     *               "coordinates": [
                     *                 6.4131,
                     *                 50.9089,
                     *                 111
                     *               ]
                     *             },
                     *             "country_code": "DE",
                     *             "wmo_region": "Europe",
                     *             "identifier_type": "other PID",
                     *             "active": true,
                     *             "actris_national_facility": "labelled"
                     *           },
                     *           "spatial_extent": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               6.4131,
                     *               50.9089,
                     *               111
                     *             ]
                     *           },
                     *           "temporal_extent": {
                     *             "time_period_begin": "2024-05-01T00:00:00Z",
                     *             "time_period_end": "2024-05-01T23:59:59Z"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CompatMetadataResultDto"];
                };
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "view-building" | "not-yet-visible";
                    };
                };
            };
            /** @description `search-timeout`: The search took too long. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 504;
                        /** @enum {unknown} */
                        code?: "search-timeout";
                    };
                };
            };
        };
    };
    getRecord: {
        parameters: {
            query: {
                /**
                 * @description The record's `identification.identifier.pid`.
                 * @example https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071
                 */
                pid: string;
                /**
                 * @description A time; without it, now.
                 * @example 2024-06-01T00:00:00Z
                 */
                at?: string;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dataset_metadata": {
                     *         "repository": {
                     *           "repository_id": "CLU",
                     *           "repository_name": "Cloud remote sensing data centre"
                     *         },
                     *         "time_content_revised": "2024-05-02T06:12:40Z",
                     *         "time_file_created": "2024-05-02T06:12:40Z",
                     *         "version": {
                     *           "number": "1"
                     *         }
                     *       },
                     *       "identification": {
                     *         "identifier": {
                     *           "pid": "https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071",
                     *           "pid_type": "ePIC"
                     *         },
                     *         "title": "Cloud radar reflectivity from Jülich on 1 May 2024",
                     *         "abstract": "Vertical profiles of radar reflectivity, one every 30 seconds.",
                     *         "roles": [
                     *           {
                     *             "role_code": [
                     *               "principalInvestigator"
                     *             ],
                     *             "person": {
                     *               "first_name": "Ada",
                     *               "last_name": "Example"
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "usage_information": {
                     *         "citation": "Example, A. (2024): Cloud radar reflectivity, Jülich.",
                     *         "data_licence": "CC-BY-4.0"
                     *       },
                     *       "product_type": "observation",
                     *       "variables": [
                     *         {
                     *           "variable_name": "radar equivalent reflectivity factor",
                     *           "variable_matrix": "cloud phase",
                     *           "variable_geometry": "atmospheric vertical profile",
                     *           "timeliness": "scheduled",
                     *           "temporal_resolution": "PT30S",
                     *           "instrument": [
                     *             {
                     *               "instrument_type": "cloud radar"
                     *             }
                     *           ],
                     *           "framework": [
                     *             {
                     *               "framework": "CLOUDNET"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "distribution_information": [
                     *         {
                     *           "data_format": "HDF5 (NetCDF4)",
                     *           "dataset_url": "https://data.example.org/20240501_juelich_radar.nc",
                     *           "protocol": "HTTP",
                     *           "access_restriction": {
                     *             "restricted": false
                     *           },
                     *           "transfersize": {
                     *             "size": 18203511,
                     *             "unit": "B"
                     *           }
                     *         }
                     *       ],
                     *       "facility": {
                     *         "identifier": "56kt",
                     *         "name": "Jülich",
                     *         "facility_type": [
                     *           "observation platform, fixed"
                     *         ],
                     *         "location": {
                     *           "type": "Point",
                     *           "coordinates": [
                     *             6.4131,
                     *             50.9089,
                     *             111
                     *           ]
                     *         },
                     *         "country_code": "DE",
                     *         "wmo_region": "Europe",
                     *         "identifier_type": "other PID",
                     *         "active": true,
                     *         "actris_national_facility": "labelled"
                     *       },
                     *       "spatial_extent": {
                     *         "type": "Point",
                     *         "coordinates": [
                     *           6.4131,
                     *           50.9089,
                     *           111
                     *         ]
                     *       },
                     *       "temporal_extent": {
                     *         "time_period_begin": "2024-05-01T00:00:00Z",
                     *         "time_period_end": "2024-05-01T23:59:59Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Metadata"];
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `record-unknown`: No such record. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "record-unknown";
                    } & components["schemas"]["DeletedProblem"];
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "view-building" | "not-yet-visible";
                    };
                };
            };
        };
    };
    getHistory: {
        parameters: {
            query: {
                /**
                 * @description The record's `identification.identifier.pid`.
                 * @example https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071
                 */
                pid: string;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its events. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "position": "cat1-0000000000000421-0000000000001733",
                     *         "time": "2024-05-02T06:13:02.113Z",
                     *         "type": "MetadataAdded",
                     *         "revision": 0,
                     *         "provider": "clu",
                     *         "record": {
                     *           "dataset_metadata": {
                     *             "repository": {
                     *               "repository_id": "CLU",
                     *               "repository_name": "Cloud remote sensing data centre"
                     *             },
                     *             "time_content_revised": "2024-05-02T06:12:40Z",
                     *             "time_file_created": "2024-05-02T06:12:40Z",
                     *             "version": {
                     *               "number": "1"
                     *             }
                     *           },
                     *           "identification": {
                     *             "identifier": {
                     *               "pid": "https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071",
                     *               "pid_type": "ePIC"
                     *             },
                     *             "title": "Cloud radar reflectivity from Jülich on 1 May 2024",
                     *             "abstract": "Vertical profiles of radar reflectivity, one every 30 seconds.",
                     *             "roles": [
                     *               {
                     *                 "role_code": [
                     *                   "principalInvestigator"
                     *                 ],
                     *                 "person": {
                     *                   "first_name": "Ada",
                     *                   "last_name": "Example"
                     *                 }
                     *               }
                     *             ]
                     *           },
                     *           "usage_information": {
                     *             "citation": "Example, A. (2024): Cloud radar reflectivity, Jülich.",
                     *             "data_licence": "CC-BY-4.0"
                     *           },
                     *           "product_type": "observation",
                     *           "variables": [
                     *             {
                     *               "variable_name": "radar equivalent reflectivity factor",
                     *               "variable_matrix": "cloud phase",
                     *               "variable_geometry": "atmospheric vertical profile",
                     *               "timeliness": "scheduled",
                     *               "temporal_resolution": "PT30S",
                     *               "instrument": [
                     *                 {
                     *                   "instrument_type": "cloud radar"
                     *                 }
                     *               ],
                     *               "framework": [
                     *                 {
                     *                   "framework": "CLOUDNET"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "distribution_information": [
                     *             {
                     *               "data_format": "HDF5 (NetCDF4)",
                     *               "dataset_url": "https://data.example.org/20240501_juelich_radar.nc",
                     *               "protocol": "HTTP",
                     *               "access_restriction": {
                     *                 "restricted": false
                     *               },
                     *               "transfersize": {
                     *                 "size": 18203511,
                     *                 "unit": "B"
                     *               }
                     *             }
                     *           ],
                     *           "facility": {
                     *             "identifier": "56kt"
                     *           },
                     *           "spatial_extent": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               6.4131,
                     *               50.9089,
                     *               111
                     *             ]
                     *           },
                     *           "temporal_extent": {
                     *             "time_period_begin": "2024-05-01T00:00:00Z",
                     *             "time_period_end": "2024-05-01T23:59:59Z"
                     *           }
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["HistoryEntry"][];
                };
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `record-unknown`: No such record. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "record-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable";
                    };
                };
            };
        };
    };
    addRecords: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as usual, and nothing is stored. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description `wait=N`: answer when every reader sees the write, at the latest after N seconds (60 at most). `return=representation`: answer with a body where there would be none.
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description 1 to 255 printable ASCII characters of your own: a request that your account repeats within 24 hours with the same key is done once and answered as the first time. A provider may send a million keys within 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 MiB, also when unpacked, and 10000 items. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Metadata"][];
            };
        };
        responses: {
            /** @description Every record is stored. */
            200: {
                headers: {
                    "Event-Position": components["headers"]["Event-Position"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `body-not-json`: The body is not JSON. `body-invalid`: The body is invalid. `parameter-invalid`: A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "body-not-json" | "body-invalid" | "parameter-invalid";
                    };
                };
            };
            /** @description `token-missing`: An access token is needed. `token-invalid`: The access token is not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token-missing" | "token-invalid";
                    };
                };
            };
            /** @description `role-missing`: The account lacks the role. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "role-missing";
                    };
                };
            };
            /** @description `body-too-slow`: The body comes too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "body-too-slow";
                    };
                };
            };
            /** @description `record-owned-by-another`: The record belongs to another provider. `request-running`: A request with this key is still running. */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "record-owned-by-another" | "request-running";
                    };
                };
            };
            /** @description `too-many-items`: Too many items in one request. `body-too-large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "too-many-items" | "body-too-large";
                    };
                };
            };
            /** @description `content-type-unsupported`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "content-type-unsupported";
                    };
                };
            };
            /** @description `key-reused`: The key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "key-reused";
                    };
                };
            };
            /** @description `too-many-keys`: Too many idempotency keys. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-keys";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `storage-full`: The storage is full. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "storage-full";
                    };
                };
            };
        };
    };
    deleteRecords: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as usual, and nothing is stored. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description `wait=N`: answer when every reader sees the write, at the latest after N seconds (60 at most). `return=representation`: answer with a body where there would be none.
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description 1 to 255 printable ASCII characters of your own: a request that your account repeats within 24 hours with the same key is done once and answered as the first time. A provider may send a million keys within 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 MiB, also when unpacked, and 10000 items. */
        requestBody: {
            content: {
                "application/json": string[];
            };
        };
        responses: {
            /** @description All are deleted; `Prefer: return=representation` asked for a body. */
            200: {
                headers: {
                    "Event-Position": components["headers"]["Event-Position"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": [
                     *         "https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071"
                     *       ],
                     *       "notAllowedToDelete": []
                     *     }
                     */
                    "application/json": components["schemas"]["DeleteResultDto"];
                };
            };
            /** @description All are deleted. */
            204: {
                headers: {
                    "Event-Position": components["headers"]["Event-Position"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Some are deleted, others may not be deleted by this account. */
            206: {
                headers: {
                    "Event-Position": components["headers"]["Event-Position"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": [
                     *         "https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071"
                     *       ],
                     *       "notAllowedToDelete": [
                     *         "https://doi.org/10.48597/RTXS-U8P8"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DeleteResultDto"];
                };
            };
            /** @description `body-not-json`: The body is not JSON. `body-invalid`: The body is invalid. `parameter-invalid`: A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "body-not-json" | "body-invalid" | "parameter-invalid";
                    };
                };
            };
            /** @description `not-allowed-to-delete`: None of the records may be deleted by this account. `token-missing`: An access token is needed. `token-invalid`: The access token is not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "not-allowed-to-delete" | "token-missing" | "token-invalid";
                    } & ({
                        deleted: string[];
                        notAllowedToDelete: string[];
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            /** @description `body-too-slow`: The body comes too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "body-too-slow";
                    };
                };
            };
            /** @description `request-running`: A request with this key is still running. */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "request-running";
                    };
                };
            };
            /** @description `too-many-items`: Too many items in one request. `body-too-large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "too-many-items" | "body-too-large";
                    };
                };
            };
            /** @description `content-type-unsupported`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "content-type-unsupported";
                    };
                };
            };
            /** @description `key-reused`: The key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "key-reused";
                    };
                };
            };
            /** @description `too-many-keys`: Too many idempotency keys. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-keys";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `storage-full`: The storage is full. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "storage-full";
                    };
                };
            };
        };
    };
    getRecordPage: {
        parameters: {
            query?: {
                /**
                 * @description The representation, which wins over `Accept`.
                 * @example bibtex
                 */
                format?: "html" | "json" | "jsonld" | "bibtex" | "ris";
                /** @description The language of the page; else that of `Accept-Language`, else English. */
                lang?: "en" | "no";
                /**
                 * @description A time: the record as it was then, also one that is deleted now.
                 * @example 2024-06-01T00:00:00Z
                 */
                at?: string;
                /** @description A page of its history alone, twenty revisions, the newest first. It stays after a deletion. */
                page?: number;
                /**
                 * @description Two revisions: a page with what differs between them, also of a record that is deleted now.
                 * @example 0,1
                 */
                compare?: string;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description The record's name in paths: the first 16 bytes of the SHA-256 of its PID, in base 32.
                 * @example 2tue6s76td6dluh7h4e53s6lge
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page for people, the record as JSON, a `Dataset` of schema.org as JSON-LD, or its citation as BibTeX or RIS. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": string;
                    "application/ld+json": string;
                    "application/x-bibtex": string;
                    "application/x-research-info-systems": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                    "text/html": string;
                };
            };
            /** @description `record-unknown`: No such record. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "record-unknown";
                    };
                    "text/html": string;
                };
            };
            /** @description `representation-unknown`: There is no such representation. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 406;
                        /** @enum {unknown} */
                        code?: "representation-unknown";
                    };
                    "text/html": string;
                };
            };
            /** @description `record-deleted`: The record was deleted. */
            410: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 410;
                        /** @enum {unknown} */
                        code?: "record-deleted";
                    } & components["schemas"]["DeletedProblem"];
                    "text/html": string;
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                    "text/html": string;
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                    "text/html": string;
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                    "text/html": string;
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "view-building" | "not-yet-visible";
                    };
                    "text/html": string;
                };
            };
        };
    };
    findRecordPage: {
        parameters: {
            query: {
                /**
                 * @description The record's `identification.identifier.pid`.
                 * @example https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071
                 */
                pid: string;
                /**
                 * @description The representation, which wins over `Accept`.
                 * @example bibtex
                 */
                format?: "html" | "json" | "jsonld" | "bibtex" | "ris";
                /** @description The language of the page; else that of `Accept-Language`, else English. */
                lang?: "en" | "no";
                /**
                 * @description A time: the record as it was then, also one that is deleted now.
                 * @example 2024-06-01T00:00:00Z
                 */
                at?: string;
                /** @description A page of its history alone, twenty revisions, the newest first. It stays after a deletion. */
                page?: number;
                /**
                 * @description Two revisions: a page with what differs between them, also of a record that is deleted now.
                 * @example 0,1
                 */
                compare?: string;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page for people, the record as JSON, a `Dataset` of schema.org as JSON-LD, or its citation as BibTeX or RIS. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": string;
                    "application/ld+json": string;
                    "application/x-bibtex": string;
                    "application/x-research-info-systems": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                    "text/html": string;
                };
            };
            /** @description `record-unknown`: No such record. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "record-unknown";
                    };
                    "text/html": string;
                };
            };
            /** @description `representation-unknown`: There is no such representation. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 406;
                        /** @enum {unknown} */
                        code?: "representation-unknown";
                    };
                    "text/html": string;
                };
            };
            /** @description `record-deleted`: The record was deleted. */
            410: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 410;
                        /** @enum {unknown} */
                        code?: "record-deleted";
                    } & components["schemas"]["DeletedProblem"];
                    "text/html": string;
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                    "text/html": string;
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                    "text/html": string;
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                    "text/html": string;
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "view-building" | "not-yet-visible";
                    };
                    "text/html": string;
                };
            };
        };
    };
    getRecordLinkset: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description The record's name in paths: the first 16 bytes of the SHA-256 of its PID, in base 32.
                 * @example 2tue6s76td6dluh7h4e53s6lge
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links by where they begin and by their relation. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "linkset": [
                     *         {
                     *           "anchor": "https://data.example.org/records/2tue6s76td6dluh7h4e53s6lge",
                     *           "cite-as": [
                     *             {
                     *               "href": "https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071"
                     *             }
                     *           ],
                     *           "type": [
                     *             {
                     *               "href": "https://schema.org/Dataset"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/linkset+json": {
                        linkset: ({
                            anchor: string;
                        } & {
                            [key: string]: ({
                                href: string;
                                type?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                        })[];
                    };
                    "application/linkset": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                    "text/html": string;
                };
            };
            /** @description `record-unknown`: No such record. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "record-unknown";
                    };
                    "text/html": string;
                };
            };
            /** @description `record-deleted`: The record was deleted. */
            410: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 410;
                        /** @enum {unknown} */
                        code?: "record-deleted";
                    } & components["schemas"]["DeletedProblem"];
                    "text/html": string;
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                    "text/html": string;
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                    "text/html": string;
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                    "text/html": string;
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible";
                    };
                    "text/html": string;
                };
            };
        };
    };
    facilityPoints: {
        parameters: {
            query?: {
                /** @description The language of the names of countries; English unless set. */
                lang?: "en" | "no";
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The points, as GeoJSON. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "FeatureCollection",
                     *       "features": [
                     *         {
                     *           "type": "Feature",
                     *           "geometry": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               6.4131,
                     *               50.9089
                     *             ]
                     *           },
                     *           "properties": {
                     *             "name": "Jülich",
                     *             "detail": "Germany",
                     *             "href": "/facilities/rr2a4xllxdspam3vu7hkkr42zy"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/geo+json": {
                        /** @constant */
                        type: "FeatureCollection";
                        features: unknown[];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible";
                    };
                };
            };
        };
    };
    searchFeed: {
        parameters: {
            query?: {
                /**
                 * @description Words that are all found; `-` before one that must not, `|` between two of which one is enough.
                 * @example ozone profiles
                 */
                q?: string;
                /**
                 * @description Identifiers of facilities; repeat it for records that have one of several.
                 * @example [
                 *       "56kt"
                 *     ]
                 */
                facility?: string[];
                /**
                 * @description Names of variables; repeat it for records that have one of several.
                 * @example [
                 *       "ozone amount fraction"
                 *     ]
                 */
                variable?: string[];
                /**
                 * @description Types of instruments; repeat it for records that have one of several.
                 * @example [
                 *       "lidar"
                 *     ]
                 */
                instrument?: string[];
                /**
                 * @description Names of frameworks; repeat it for records that have one of several.
                 * @example [
                 *       "ACTRIS"
                 *     ]
                 */
                framework?: string[];
                /**
                 * @description Identifiers of repositories; repeat it for records that have one of several.
                 * @example [
                 *       "CLU"
                 *     ]
                 */
                repository?: string[];
                /**
                 * @description Types of products; repeat it for records that have one of several.
                 * @example [
                 *       "observation"
                 *     ]
                 */
                type?: string[];
                /**
                 * @description Matrices; repeat it for records that have one of several.
                 * @example [
                 *       "aerosol particle phase"
                 *     ]
                 */
                matrix?: string[];
                /**
                 * @description First day of a period that the datasets' own periods meet.
                 * @example 2023-01-01
                 */
                from?: string;
                /**
                 * @description Its last day.
                 * @example 2023-12-31
                 */
                to?: string;
                /**
                 * @description West, south, east and north in degrees. The dataset's extent meets this box, or its facility lies in it. West greater than east: it crosses the antimeridian.
                 * @example 5,45,16,48
                 */
                bbox?: string;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/atom+xml": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `search-rejected`: The search engine refuses this search. `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "search-rejected" | "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "view-building" | "not-yet-visible";
                    };
                };
            };
            /** @description `search-timeout`: The search took too long. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 504;
                        /** @enum {unknown} */
                        code?: "search-timeout";
                    };
                };
            };
        };
    };
    robots: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rules (RFC 9309). */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
        };
    };
    favicon: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The icon. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
        };
    };
    sitemapIndex: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An index of sitemaps (sitemaps.org). */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "view-building" | "not-yet-visible";
                    };
                };
            };
        };
    };
    sitemapOfSections: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A sitemap. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
        };
    };
    sitemapOfRecords: {
        parameters: {
            query?: {
                /** @description Where the sitemap begins, as the index has it; else at the beginning. */
                after?: string;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A sitemap of 50,000 addresses at most. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `position-of-another-log`: The position belongs to another log. */
            410: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 410;
                        /** @enum {unknown} */
                        code?: "position-of-another-log";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "view-building" | "not-yet-visible";
                    };
                };
            };
        };
    };
    sitemapOfFacilities: {
        parameters: {
            query?: {
                /** @description Where the sitemap begins, as the index has it; else at the beginning. */
                after?: string;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A sitemap of 50,000 addresses at most. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `position-of-another-log`: The position belongs to another log. */
            410: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 410;
                        /** @enum {unknown} */
                        code?: "position-of-another-log";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "view-building" | "not-yet-visible";
                    };
                };
            };
        };
    };
    sitemapOfStations: {
        parameters: {
            query?: {
                /** @description Where the sitemap begins, as the index has it; else at the beginning. */
                after?: string;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A sitemap of 50,000 addresses at most. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `position-of-another-log`: The position belongs to another log. */
            410: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 410;
                        /** @enum {unknown} */
                        code?: "position-of-another-log";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "view-building" | "not-yet-visible";
                    };
                };
            };
        };
    };
    getChanges: {
        parameters: {
            query?: {
                /**
                 * @description A `next`, an `Event-Position` or the `id` of an event; `now`: only what comes. Else all.
                 * @example cat1-0000000000000421-0000000000001733
                 */
                after?: string;
                /**
                 * @description Kinds of things, joined by commas: record, facility, station, timeseries, observations, forecast. All unless given.
                 * @example record,facility
                 */
                types?: string;
                /**
                 * @description Only observations of these series, joined by `;`.
                 * @example 1;2
                 */
                timeseries?: string;
                /** @description `content`: changes carry the thing. */
                include?: "content";
                /** @description Changes at most, 1 to 10000; a page has 8 MiB of contents at most. */
                limit?: number;
                /** @description Seconds that an empty page waits for a change. */
                wait?: number;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changes, and where they go on. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Link: components["headers"]["Link"];
                    "Airlog-As-Of": components["headers"]["Airlog-As-Of"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "specversion": "1.0",
                     *           "id": "cat1-0000000000000421-0000000000001733.record.4pgxgdzvxvhqvvqvvmtgmbvkbe",
                     *           "source": "https://data.example.org",
                     *           "type": "airlog.record.changed",
                     *           "subject": "https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071",
                     *           "time": "2026-11-26T19:58:12Z",
                     *           "position": "cat1-0000000000000421-0000000000001733"
                     *         }
                     *       ],
                     *       "next": "cat1-0000000000000421-0000000000001733.record.4pgxgdzvxvhqvvqvvmtgmbvkbe",
                     *       "more": false,
                     *       "asOf": "2026-11-26T20:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ChangePage"];
                    "application/x-ndjson": string;
                    "application/cloudevents-batch+json": string;
                    "text/event-stream": string;
                };
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `position-of-another-log`: The position belongs to another log. */
            410: {
                headers: {
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 410;
                        /** @enum {unknown} */
                        code?: "position-of-another-log";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `view-building`: What this route reads is being built. `engine-unavailable`: An engine behind the service is not available. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "view-building" | "engine-unavailable" | "not-yet-visible";
                    };
                };
            };
        };
    };
    recordFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/atom+xml": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible";
                    };
                };
            };
        };
    };
    newestAirQuality: {
        parameters: {
            query?: {
                /**
                 * @description Only stations of these areas. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example Oslo
                 */
                areas?: string;
                /**
                 * @description Only these stations. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example Manglerud
                 */
                stations?: string;
                /**
                 * @description Only these components. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example PM10;NO2
                 */
                components?: string;
                /**
                 * @description `true`: invalid values too; false unless set.
                 * @example true
                 */
                showinvalid?: boolean;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One record a series. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 38,
                     *         "zone": "Stor-Oslo",
                     *         "municipality": "Oslo",
                     *         "area": "Oslo",
                     *         "station": "Manglerud",
                     *         "eoi": "NO0071A",
                     *         "type": "Veinær stasjon",
                     *         "component": "PM10",
                     *         "fromTime": "2022-03-09T12:00:00+01:00",
                     *         "toTime": "2022-03-09T13:00:00+01:00",
                     *         "value": 50.7,
                     *         "unit": "µg/m³",
                     *         "latitude": 59.89864,
                     *         "longitude": 10.8149,
                     *         "timestep": 3600,
                     *         "index": 1,
                     *         "color": "6ee86e",
                     *         "isValid": true,
                     *         "isVisible": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["NewestWithIndex"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    newestAirQualityAround: {
        parameters: {
            query?: {
                /**
                 * @description Only these components. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example PM10;NO2
                 */
                components?: string;
                /**
                 * @description `within`: every series inside the circle. `nearest`, unless set: for each component the nearest series inside.
                 * @example within
                 */
                method?: "nearest" | "within";
                /**
                 * @description `true`: invalid values too; false unless set.
                 * @example true
                 */
                showinvalid?: boolean;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Of the circle's centre, degrees north.
                 * @example 59.9
                 */
                latitude: number;
                /**
                 * @description Degrees east.
                 * @example 10.8
                 */
                longitude: number;
                /**
                 * @description Kilometres, more than 0 and at most 20.
                 * @example 5
                 */
                radius: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One record a series. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 38,
                     *         "zone": "Stor-Oslo",
                     *         "municipality": "Oslo",
                     *         "area": "Oslo",
                     *         "station": "Manglerud",
                     *         "eoi": "NO0071A",
                     *         "type": "Veinær stasjon",
                     *         "component": "PM10",
                     *         "fromTime": "2022-03-09T12:00:00+01:00",
                     *         "toTime": "2022-03-09T13:00:00+01:00",
                     *         "value": 50.7,
                     *         "unit": "µg/m³",
                     *         "latitude": 59.89864,
                     *         "longitude": 10.8149,
                     *         "timestep": 3600,
                     *         "index": 1,
                     *         "color": "6ee86e",
                     *         "isValid": true,
                     *         "isVisible": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["NewestWithIndex"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    newestObservations: {
        parameters: {
            query?: {
                /**
                 * @description Only stations of these areas. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example Oslo
                 */
                areas?: string;
                /**
                 * @description Only these stations. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example Manglerud
                 */
                stations?: string;
                /**
                 * @description Only these components. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example PM10;NO2
                 */
                components?: string;
                /**
                 * @description `true`: invalid values too; false unless set.
                 * @example true
                 */
                showinvalid?: boolean;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One record a series. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 38,
                     *         "zone": "Stor-Oslo",
                     *         "municipality": "Oslo",
                     *         "area": "Oslo",
                     *         "station": "Manglerud",
                     *         "eoi": "NO0071A",
                     *         "type": "Veinær stasjon",
                     *         "component": "PM10",
                     *         "fromTime": "2022-03-09T12:00:00+01:00",
                     *         "toTime": "2022-03-09T13:00:00+01:00",
                     *         "value": 50.7,
                     *         "unit": "µg/m³",
                     *         "latitude": 59.89864,
                     *         "longitude": 10.8149,
                     *         "timestep": 3600,
                     *         "isValid": true,
                     *         "isVisible": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["NewestValue"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    newestObservationsAround: {
        parameters: {
            query?: {
                /**
                 * @description Only these components. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example PM10;NO2
                 */
                components?: string;
                /**
                 * @description `within`: every series inside the circle. `nearest`, unless set: for each component the nearest series inside.
                 * @example within
                 */
                method?: "nearest" | "within";
                /**
                 * @description `true`: invalid values too; false unless set.
                 * @example true
                 */
                showinvalid?: boolean;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Of the circle's centre, degrees north.
                 * @example 59.9
                 */
                latitude: number;
                /**
                 * @description Degrees east.
                 * @example 10.8
                 */
                longitude: number;
                /**
                 * @description Kilometres, more than 0 and at most 20.
                 * @example 5
                 */
                radius: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One record a series. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 38,
                     *         "zone": "Stor-Oslo",
                     *         "municipality": "Oslo",
                     *         "area": "Oslo",
                     *         "station": "Manglerud",
                     *         "eoi": "NO0071A",
                     *         "type": "Veinær stasjon",
                     *         "component": "PM10",
                     *         "fromTime": "2022-03-09T12:00:00+01:00",
                     *         "toTime": "2022-03-09T13:00:00+01:00",
                     *         "value": 50.7,
                     *         "unit": "µg/m³",
                     *         "latitude": 59.89864,
                     *         "longitude": 10.8149,
                     *         "timestep": 3600,
                     *         "isValid": true,
                     *         "isVisible": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["NewestValue"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    pastAirQuality: {
        parameters: {
            query?: {
                /**
                 * @description Only these stations. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example Manglerud
                 */
                stations?: string;
                /**
                 * @description Only these components. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example PM10;NO2
                 */
                components?: string;
                /**
                 * @description `true`: invalid values too; false unless set.
                 * @example true
                 */
                showinvalid?: boolean;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Begin of the period: a date, with a time of day if need be, in the network's fixed offset from UTC unless the time has its own.
                 * @example 2022-03-09
                 */
                fromtime: string;
                /**
                 * @description Its end; without a time of day, that day's end.
                 * @example 2022-03-10
                 */
                totime: string;
                /**
                 * @description A station's name, or `all`.
                 * @example Manglerud
                 */
                station: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One object a series. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 38,
                     *         "zone": "Stor-Oslo",
                     *         "municipality": "Oslo",
                     *         "area": "Oslo",
                     *         "station": "Manglerud",
                     *         "eoi": "NO0071A",
                     *         "type": "Veinær stasjon",
                     *         "component": "PM10",
                     *         "latitude": 59.89864,
                     *         "longitude": 10.8149,
                     *         "timestep": 3600,
                     *         "isVisible": true,
                     *         "unit": "µg/m³",
                     *         "values": [
                     *           {
                     *             "fromTime": "2022-03-09T12:00:00+01:00",
                     *             "toTime": "2022-03-09T13:00:00+01:00",
                     *             "value": 50.7,
                     *             "qualityControlled": false,
                     *             "index": 1,
                     *             "color": "6ee86e"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["HistoryWithIndex"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    pastAirQualityAround: {
        parameters: {
            query?: {
                /**
                 * @description Only these components. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example PM10;NO2
                 */
                components?: string;
                /**
                 * @description `within`: every series inside the circle. `nearest`, unless set: for each component the nearest series inside.
                 * @example within
                 */
                method?: "nearest" | "within";
                /**
                 * @description `true`: invalid values too; false unless set.
                 * @example true
                 */
                showinvalid?: boolean;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Begin of the period: a date, with a time of day if need be, in the network's fixed offset from UTC unless the time has its own.
                 * @example 2022-03-09
                 */
                fromtime: string;
                /**
                 * @description Its end; without a time of day, that day's end.
                 * @example 2022-03-10
                 */
                totime: string;
                /**
                 * @description Of the circle's centre, degrees north.
                 * @example 59.9
                 */
                latitude: number;
                /**
                 * @description Degrees east.
                 * @example 10.8
                 */
                longitude: number;
                /**
                 * @description Kilometres, more than 0 and at most 20.
                 * @example 5
                 */
                radius: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One object a series. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 38,
                     *         "zone": "Stor-Oslo",
                     *         "municipality": "Oslo",
                     *         "area": "Oslo",
                     *         "station": "Manglerud",
                     *         "eoi": "NO0071A",
                     *         "type": "Veinær stasjon",
                     *         "component": "PM10",
                     *         "latitude": 59.89864,
                     *         "longitude": 10.8149,
                     *         "timestep": 3600,
                     *         "isVisible": true,
                     *         "unit": "µg/m³",
                     *         "values": [
                     *           {
                     *             "fromTime": "2022-03-09T12:00:00+01:00",
                     *             "toTime": "2022-03-09T13:00:00+01:00",
                     *             "value": 50.7,
                     *             "qualityControlled": false,
                     *             "index": 1,
                     *             "color": "6ee86e"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["HistoryWithIndex"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    pastAirQualityOfSeries: {
        parameters: {
            query?: {
                /**
                 * @description `true`: invalid values too; false unless set.
                 * @example true
                 */
                showinvalid?: boolean;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Begin of the period: a date, with a time of day if need be, in the network's fixed offset from UTC unless the time has its own.
                 * @example 2022-03-09
                 */
                fromtime: string;
                /**
                 * @description Its end; without a time of day, that day's end.
                 * @example 2022-03-10
                 */
                totime: string;
                /**
                 * @description Id of a time series.
                 * @example 38
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One object a series. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 38,
                     *         "zone": "Stor-Oslo",
                     *         "municipality": "Oslo",
                     *         "area": "Oslo",
                     *         "station": "Manglerud",
                     *         "eoi": "NO0071A",
                     *         "type": "Veinær stasjon",
                     *         "component": "PM10",
                     *         "latitude": 59.89864,
                     *         "longitude": 10.8149,
                     *         "timestep": 3600,
                     *         "isVisible": true,
                     *         "unit": "µg/m³",
                     *         "values": [
                     *           {
                     *             "fromTime": "2022-03-09T12:00:00+01:00",
                     *             "toTime": "2022-03-09T13:00:00+01:00",
                     *             "value": 50.7,
                     *             "qualityControlled": false,
                     *             "index": 1,
                     *             "color": "6ee86e"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["HistoryWithIndex"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    pastObservations: {
        parameters: {
            query?: {
                /**
                 * @description Only these stations. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example Manglerud
                 */
                stations?: string;
                /**
                 * @description Only these components. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example PM10;NO2
                 */
                components?: string;
                /**
                 * @description `true`: invalid values too; false unless set.
                 * @example true
                 */
                showinvalid?: boolean;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Begin of the period: a date, with a time of day if need be, in the network's fixed offset from UTC unless the time has its own.
                 * @example 2022-03-09
                 */
                fromtime: string;
                /**
                 * @description Its end; without a time of day, that day's end.
                 * @example 2022-03-10
                 */
                totime: string;
                /**
                 * @description A station's name, or `all`.
                 * @example Manglerud
                 */
                station: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One object a series. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 38,
                     *         "zone": "Stor-Oslo",
                     *         "municipality": "Oslo",
                     *         "area": "Oslo",
                     *         "station": "Manglerud",
                     *         "eoi": "NO0071A",
                     *         "type": "Veinær stasjon",
                     *         "component": "PM10",
                     *         "latitude": 59.89864,
                     *         "longitude": 10.8149,
                     *         "timestep": 3600,
                     *         "isVisible": true,
                     *         "unit": "µg/m³",
                     *         "values": [
                     *           {
                     *             "fromTime": "2022-03-09T12:00:00+01:00",
                     *             "toTime": "2022-03-09T13:00:00+01:00",
                     *             "value": 50.7,
                     *             "qualityControlled": false
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["History"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    pastObservationsAround: {
        parameters: {
            query?: {
                /**
                 * @description Only these components. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example PM10;NO2
                 */
                components?: string;
                /**
                 * @description `within`: every series inside the circle. `nearest`, unless set: for each component the nearest series inside.
                 * @example within
                 */
                method?: "nearest" | "within";
                /**
                 * @description `true`: invalid values too; false unless set.
                 * @example true
                 */
                showinvalid?: boolean;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Begin of the period: a date, with a time of day if need be, in the network's fixed offset from UTC unless the time has its own.
                 * @example 2022-03-09
                 */
                fromtime: string;
                /**
                 * @description Its end; without a time of day, that day's end.
                 * @example 2022-03-10
                 */
                totime: string;
                /**
                 * @description Of the circle's centre, degrees north.
                 * @example 59.9
                 */
                latitude: number;
                /**
                 * @description Degrees east.
                 * @example 10.8
                 */
                longitude: number;
                /**
                 * @description Kilometres, more than 0 and at most 20.
                 * @example 5
                 */
                radius: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One object a series. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 38,
                     *         "zone": "Stor-Oslo",
                     *         "municipality": "Oslo",
                     *         "area": "Oslo",
                     *         "station": "Manglerud",
                     *         "eoi": "NO0071A",
                     *         "type": "Veinær stasjon",
                     *         "component": "PM10",
                     *         "latitude": 59.89864,
                     *         "longitude": 10.8149,
                     *         "timestep": 3600,
                     *         "isVisible": true,
                     *         "unit": "µg/m³",
                     *         "values": [
                     *           {
                     *             "fromTime": "2022-03-09T12:00:00+01:00",
                     *             "toTime": "2022-03-09T13:00:00+01:00",
                     *             "value": 50.7,
                     *             "qualityControlled": false
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["History"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    pastObservationsOfSeries: {
        parameters: {
            query?: {
                /**
                 * @description `true`: invalid values too; false unless set.
                 * @example true
                 */
                showinvalid?: boolean;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Begin of the period: a date, with a time of day if need be, in the network's fixed offset from UTC unless the time has its own.
                 * @example 2022-03-09
                 */
                fromtime: string;
                /**
                 * @description Its end; without a time of day, that day's end.
                 * @example 2022-03-10
                 */
                totime: string;
                /**
                 * @description Id of a time series.
                 * @example 38
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One object a series. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 38,
                     *         "zone": "Stor-Oslo",
                     *         "municipality": "Oslo",
                     *         "area": "Oslo",
                     *         "station": "Manglerud",
                     *         "eoi": "NO0071A",
                     *         "type": "Veinær stasjon",
                     *         "component": "PM10",
                     *         "latitude": 59.89864,
                     *         "longitude": 10.8149,
                     *         "timestep": 3600,
                     *         "isVisible": true,
                     *         "unit": "µg/m³",
                     *         "values": [
                     *           {
                     *             "fromTime": "2022-03-09T12:00:00+01:00",
                     *             "toTime": "2022-03-09T13:00:00+01:00",
                     *             "value": 50.7,
                     *             "qualityControlled": false
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["History"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    means: {
        parameters: {
            query?: {
                /**
                 * @description Only these stations. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example Manglerud
                 */
                stations?: string;
                /**
                 * @description Only these components. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example PM10;NO2
                 */
                components?: string;
                /**
                 * @description Only series of this step, seconds.
                 * @example 3600
                 */
                timestep?: string;
                /**
                 * @description The smallest coverage of a mean, %; 75 unless set.
                 * @example 75
                 */
                coverage?: number;
                /**
                 * @description `true`: means that too little covers appear with `value` null.
                 * @example true
                 */
                showinvalid?: boolean;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description A mean type by id or label: 1 `hour`, 2 `8hour` (running, stamped at its end), 3 `day`, 4 `month`, 5 `year`, 6 `maxhour` and 7 `max8hour` (the highest of a day), 8 `week`, 9 `season`.
                 * @example day
                 */
                meantype: string;
                /**
                 * @description Begin of the period: a date, with a time of day if need be, in the network's fixed offset from UTC unless the time has its own.
                 * @example 2022-03-09
                 */
                fromtime: string;
                /**
                 * @description Its end; without a time of day, that day's end.
                 * @example 2022-03-10
                 */
                totime: string;
                /**
                 * @description A station's name, or `all`.
                 * @example Manglerud
                 */
                station: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One object a series. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 38,
                     *         "zone": "Stor-Oslo",
                     *         "municipality": "Oslo",
                     *         "area": "Oslo",
                     *         "station": "Manglerud",
                     *         "eoi": "NO0071A",
                     *         "component": "PM10",
                     *         "latitude": 59.89864,
                     *         "longitude": 10.8149,
                     *         "unit": "µg/m³",
                     *         "timestep": 3600,
                     *         "isVisible": true,
                     *         "values": [
                     *           {
                     *             "dateTime": "2022-03-09T00:00:00+01:00",
                     *             "fromTime": "2022-03-09T00:00:00+01:00",
                     *             "toTime": "2022-03-10T00:00:00+01:00",
                     *             "value": 31.25,
                     *             "count": 18,
                     *             "coverage": 75
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Means"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    meansAround: {
        parameters: {
            query?: {
                /**
                 * @description Only these components. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example PM10;NO2
                 */
                components?: string;
                /**
                 * @description `within`: every series inside the circle. `nearest`, unless set: for each component the nearest series inside.
                 * @example within
                 */
                method?: "nearest" | "within";
                /**
                 * @description Only series of this step, seconds.
                 * @example 3600
                 */
                timestep?: string;
                /**
                 * @description The smallest coverage of a mean, %; 75 unless set.
                 * @example 75
                 */
                coverage?: number;
                /**
                 * @description `true`: means that too little covers appear with `value` null.
                 * @example true
                 */
                showinvalid?: boolean;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description A mean type by id or label: 1 `hour`, 2 `8hour` (running, stamped at its end), 3 `day`, 4 `month`, 5 `year`, 6 `maxhour` and 7 `max8hour` (the highest of a day), 8 `week`, 9 `season`.
                 * @example day
                 */
                meantype: string;
                /**
                 * @description Begin of the period: a date, with a time of day if need be, in the network's fixed offset from UTC unless the time has its own.
                 * @example 2022-03-09
                 */
                fromtime: string;
                /**
                 * @description Its end; without a time of day, that day's end.
                 * @example 2022-03-10
                 */
                totime: string;
                /**
                 * @description Of the circle's centre, degrees north.
                 * @example 59.9
                 */
                latitude: number;
                /**
                 * @description Degrees east.
                 * @example 10.8
                 */
                longitude: number;
                /**
                 * @description Kilometres, more than 0 and at most 20.
                 * @example 5
                 */
                radius: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One object a series. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 38,
                     *         "zone": "Stor-Oslo",
                     *         "municipality": "Oslo",
                     *         "area": "Oslo",
                     *         "station": "Manglerud",
                     *         "eoi": "NO0071A",
                     *         "component": "PM10",
                     *         "latitude": 59.89864,
                     *         "longitude": 10.8149,
                     *         "unit": "µg/m³",
                     *         "timestep": 3600,
                     *         "isVisible": true,
                     *         "values": [
                     *           {
                     *             "dateTime": "2022-03-09T00:00:00+01:00",
                     *             "fromTime": "2022-03-09T00:00:00+01:00",
                     *             "toTime": "2022-03-10T00:00:00+01:00",
                     *             "value": 31.25,
                     *             "count": 18,
                     *             "coverage": 75
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Means"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    meansOfSeries: {
        parameters: {
            query?: {
                /**
                 * @description The smallest coverage of a mean, %; 75 unless set.
                 * @example 75
                 */
                coverage?: number;
                /**
                 * @description `true`: means that too little covers appear with `value` null.
                 * @example true
                 */
                showinvalid?: boolean;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description A mean type by id or label: 1 `hour`, 2 `8hour` (running, stamped at its end), 3 `day`, 4 `month`, 5 `year`, 6 `maxhour` and 7 `max8hour` (the highest of a day), 8 `week`, 9 `season`.
                 * @example day
                 */
                meantype: string;
                /**
                 * @description Begin of the period: a date, with a time of day if need be, in the network's fixed offset from UTC unless the time has its own.
                 * @example 2022-03-09
                 */
                fromtime: string;
                /**
                 * @description Its end; without a time of day, that day's end.
                 * @example 2022-03-10
                 */
                totime: string;
                /**
                 * @description Id of a time series.
                 * @example 38
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One object a series. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 38,
                     *         "zone": "Stor-Oslo",
                     *         "municipality": "Oslo",
                     *         "area": "Oslo",
                     *         "station": "Manglerud",
                     *         "eoi": "NO0071A",
                     *         "component": "PM10",
                     *         "latitude": 59.89864,
                     *         "longitude": 10.8149,
                     *         "unit": "µg/m³",
                     *         "timestep": 3600,
                     *         "isVisible": true,
                     *         "values": [
                     *           {
                     *             "dateTime": "2022-03-09T00:00:00+01:00",
                     *             "fromTime": "2022-03-09T00:00:00+01:00",
                     *             "toTime": "2022-03-10T00:00:00+01:00",
                     *             "value": 31.25,
                     *             "count": 18,
                     *             "coverage": 75
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Means"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    dailyMeans: {
        parameters: {
            query?: {
                /**
                 * @description Only these stations. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example Manglerud
                 */
                stations?: string;
                /**
                 * @description Only these components. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example PM10;NO2
                 */
                components?: string;
                /**
                 * @description Only series of this step, seconds.
                 * @example 3600
                 */
                timestep?: string;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Begin of the period: a date, with a time of day if need be, in the network's fixed offset from UTC unless the time has its own.
                 * @example 2022-03-09
                 */
                fromtime: string;
                /**
                 * @description Its end; without a time of day, that day's end.
                 * @example 2022-03-10
                 */
                totime: string;
                /**
                 * @description A station's name, or `all`.
                 * @example Manglerud
                 */
                station: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One object a series. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 38,
                     *         "zone": "Stor-Oslo",
                     *         "municipality": "Oslo",
                     *         "area": "Oslo",
                     *         "station": "Manglerud",
                     *         "eoi": "NO0071A",
                     *         "component": "PM10",
                     *         "latitude": 59.89864,
                     *         "longitude": 10.8149,
                     *         "unit": "µg/m³",
                     *         "timestep": 3600,
                     *         "isVisible": true,
                     *         "values": [
                     *           {
                     *             "dateTime": "2022-03-09T00:00:00+01:00",
                     *             "value": 31.25,
                     *             "count": 18,
                     *             "coverage": 75
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DailyMeans"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    dailyMeansAround: {
        parameters: {
            query?: {
                /**
                 * @description Only these components. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example PM10;NO2
                 */
                components?: string;
                /**
                 * @description `within`: every series inside the circle. `nearest`, unless set: for each component the nearest series inside.
                 * @example within
                 */
                method?: "nearest" | "within";
                /**
                 * @description Only series of this step, seconds.
                 * @example 3600
                 */
                timestep?: string;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Begin of the period: a date, with a time of day if need be, in the network's fixed offset from UTC unless the time has its own.
                 * @example 2022-03-09
                 */
                fromtime: string;
                /**
                 * @description Its end; without a time of day, that day's end.
                 * @example 2022-03-10
                 */
                totime: string;
                /**
                 * @description Of the circle's centre, degrees north.
                 * @example 59.9
                 */
                latitude: number;
                /**
                 * @description Degrees east.
                 * @example 10.8
                 */
                longitude: number;
                /**
                 * @description Kilometres, more than 0 and at most 20.
                 * @example 5
                 */
                radius: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One object a series. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 38,
                     *         "zone": "Stor-Oslo",
                     *         "municipality": "Oslo",
                     *         "area": "Oslo",
                     *         "station": "Manglerud",
                     *         "eoi": "NO0071A",
                     *         "component": "PM10",
                     *         "latitude": 59.89864,
                     *         "longitude": 10.8149,
                     *         "unit": "µg/m³",
                     *         "timestep": 3600,
                     *         "isVisible": true,
                     *         "values": [
                     *           {
                     *             "dateTime": "2022-03-09T00:00:00+01:00",
                     *             "value": 31.25,
                     *             "count": 18,
                     *             "coverage": 75
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DailyMeans"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    "lookup-areas": {
        parameters: {
            query?: never;
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Areas that have stations. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "zone": "Stor-Oslo",
                     *         "municipality": "Oslo",
                     *         "area": "Oslo",
                     *         "description": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AreaListing"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    "lookup-stations": {
        parameters: {
            query?: {
                /**
                 * @description Only stations of this area. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example Oslo
                 */
                area?: string;
                /**
                 * @description `true`: only stations whose newest value is up to date.
                 * @example true
                 */
                utd?: boolean;
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stations. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "zone": "Stor-Oslo",
                     *         "municipality": "Oslo",
                     *         "area": "Oslo",
                     *         "station": "Manglerud",
                     *         "type": "Veinær stasjon",
                     *         "eoi": "NO0071A",
                     *         "latitude": 59.89864,
                     *         "longitude": 10.8149,
                     *         "owner": null,
                     *         "status": null,
                     *         "description": null,
                     *         "firstMeasurment": "2021-03-09T00:00:00+01:00",
                     *         "lastMeasurment": "2022-03-09T13:00:00+01:00",
                     *         "components": "PM10,NO2",
                     *         "isVisible": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["StationListing"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    "lookup-components": {
        parameters: {
            query?: never;
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Components. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "component": "PM10",
                     *         "topic": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ComponentListing"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    "lookup-aqis": {
        parameters: {
            query?: {
                /**
                 * @description Only these components. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example PM10
                 */
                component?: string;
                /**
                 * @description Language of texts: `no`, unless set, or `en`.
                 * @example en
                 */
                culture?: "no" | "en";
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The classes of the air-quality index for each component. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "component": "PM10",
                     *         "unit": "µg/m³",
                     *         "aqis": [
                     *           {
                     *             "index": 1,
                     *             "fromValue": 0,
                     *             "toValue": 60,
                     *             "color": "6ee86e",
                     *             "text": "Low",
                     *             "shortDescription": "Little or no health risk",
                     *             "description": "The air poses little or no risk to health.",
                     *             "advice": "It is fine to be active outdoors."
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["IndexListing"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    "lookup-meantypes": {
        parameters: {
            query?: {
                /**
                 * @description Language of texts: `no`, unless set, or `en`.
                 * @example en
                 */
                culture?: "no" | "en";
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Mean types. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 3,
                     *         "label": "day"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["MeanTypeListing"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    "lookup-timeseries": {
        parameters: {
            query?: {
                /**
                 * @description Only these stations. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example Manglerud
                 */
                station?: string;
                /**
                 * @description Only these components. Several are separated by `;`; a value that is no known name is also split at commas. Case makes no difference; `area`, `station` and `component` may stand in plural or not.
                 * @example PM10
                 */
                component?: string;
                /**
                 * @description Only series of this step, seconds.
                 * @example 3600
                 */
                timestep?: string;
                /**
                 * @description Language of texts: `no`, unless set, or `en`.
                 * @example en
                 */
                culture?: "no" | "en";
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Time series. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 38,
                     *         "height": 3.5,
                     *         "zone": "Stor-Oslo",
                     *         "municipality": "Oslo",
                     *         "area": "Oslo",
                     *         "station": "Manglerud",
                     *         "type": "Veinær stasjon",
                     *         "eoi": "NO0071A",
                     *         "component": "PM10",
                     *         "latitude": 59.89864,
                     *         "longitude": 10.8149,
                     *         "unit": "µg/m³",
                     *         "eea": null,
                     *         "timestep": 3600,
                     *         "timestepAsText": "1 time",
                     *         "isVisible": true,
                     *         "fromTime": "2021-03-09T00:00:00+01:00",
                     *         "toTime": "2022-03-09T13:00:00+01:00",
                     *         "topic": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TimeSeriesListing"][];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "engine-unavailable" | "view-building" | "not-yet-visible" | "busy";
                    };
                };
            };
        };
    };
    addStations: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as usual, and nothing is stored. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description `wait=N`: answer when every reader sees the write, at the latest after N seconds (60 at most). `return=representation`: answer with a body where there would be none.
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description 1 to 255 printable ASCII characters of your own: a request that your account repeats within 24 hours with the same key is done once and answered as the first time. A provider may send a million keys within 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 MiB, also when unpacked, and 10000 items. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewStationDto"] | components["schemas"]["NewStationDto"][];
            };
        };
        responses: {
            /** @description The id, or an array of them in the order sent. */
            200: {
                headers: {
                    "Event-Position": components["headers"]["Event-Position"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 17
                     *     }
                     */
                    "application/json": components["schemas"]["GivenIdDto"] | components["schemas"]["GivenIdDto"][];
                };
            };
            /** @description `body-not-json`: The body is not JSON. `body-invalid`: The body is invalid. `parameter-invalid`: A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "body-not-json" | "body-invalid" | "parameter-invalid";
                    };
                };
            };
            /** @description `token-missing`: An access token is needed. `token-invalid`: The access token is not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token-missing" | "token-invalid";
                    };
                };
            };
            /** @description `role-missing`: The account lacks the role. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "role-missing";
                    };
                };
            };
            /** @description `body-too-slow`: The body comes too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "body-too-slow";
                    };
                };
            };
            /** @description `station-exists`: The station exists already. `request-running`: A request with this key is still running. */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "station-exists" | "request-running";
                    } & ({
                        /** @description Of the existing one, if one was sent. */
                        id?: number;
                        /** @description In the order of the array sent; null for those that are new. */
                        ids?: (number | null)[];
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            /** @description `too-many-items`: Too many items in one request. `body-too-large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "too-many-items" | "body-too-large";
                    };
                };
            };
            /** @description `content-type-unsupported`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "content-type-unsupported";
                    };
                };
            };
            /** @description `key-reused`: The key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "key-reused";
                    };
                };
            };
            /** @description `too-many-keys`: Too many idempotency keys. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-keys";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `storage-full`: The storage is full. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "storage-full";
                    };
                };
            };
        };
    };
    updateStation: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as usual, and nothing is stored. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description `wait=N`: answer when every reader sees the write, at the latest after N seconds (60 at most). `return=representation`: answer with a body where there would be none.
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description 1 to 255 printable ASCII characters of your own: a request that your account repeats within 24 hours with the same key is done once and answered as the first time. A provider may send a million keys within 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 MiB, also when unpacked. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StationDto"];
            };
        };
        responses: {
            /** @description The station is stored. */
            200: {
                headers: {
                    "Event-Position": components["headers"]["Event-Position"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `body-not-json`: The body is not JSON. `body-invalid`: The body is invalid. `parameter-invalid`: A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "body-not-json" | "body-invalid" | "parameter-invalid";
                    };
                };
            };
            /** @description `token-missing`: An access token is needed. `token-invalid`: The access token is not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token-missing" | "token-invalid";
                    };
                };
            };
            /** @description `role-missing`: The account lacks the role. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "role-missing";
                    };
                };
            };
            /** @description `station-unknown`: No such station. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "station-unknown";
                    };
                };
            };
            /** @description `body-too-slow`: The body comes too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "body-too-slow";
                    };
                };
            };
            /** @description `station-exists`: The station exists already. `request-running`: A request with this key is still running. */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "station-exists" | "request-running";
                    } & ({
                        /** @description Of the existing one, if one was sent. */
                        id?: number;
                        /** @description In the order of the array sent; null for those that are new. */
                        ids?: (number | null)[];
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            /** @description `body-too-large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body-too-large";
                    };
                };
            };
            /** @description `content-type-unsupported`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "content-type-unsupported";
                    };
                };
            };
            /** @description `key-reused`: The key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "key-reused";
                    };
                };
            };
            /** @description `too-many-keys`: Too many idempotency keys. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-keys";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `storage-full`: The storage is full. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "storage-full";
                    };
                };
            };
        };
    };
    deleteStation: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as usual, and nothing is stored. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description `wait=N`: answer when every reader sees the write, at the latest after N seconds (60 at most). `return=representation`: answer with a body where there would be none.
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description 1 to 255 printable ASCII characters of your own: a request that your account repeats within 24 hours with the same key is done once and answered as the first time. A provider may send a million keys within 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description The id that the station was given.
                 * @example 17
                 */
                id: components["schemas"]["StationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The station is gone. */
            200: {
                headers: {
                    "Event-Position": components["headers"]["Event-Position"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid";
                    };
                };
            };
            /** @description `token-missing`: An access token is needed. `token-invalid`: The access token is not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token-missing" | "token-invalid";
                    };
                };
            };
            /** @description `role-missing`: The account lacks the role. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "role-missing";
                    };
                };
            };
            /** @description `station-unknown`: No such station. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "station-unknown";
                    };
                };
            };
            /** @description `station-has-series`: The station has time series. `request-running`: A request with this key is still running. */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "station-has-series" | "request-running";
                    };
                };
            };
            /** @description `key-reused`: The key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "key-reused";
                    };
                };
            };
            /** @description `too-many-keys`: Too many idempotency keys. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-keys";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `storage-full`: The storage is full. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "storage-full";
                    };
                };
            };
        };
    };
    addTimeSeries: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as usual, and nothing is stored. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description `wait=N`: answer when every reader sees the write, at the latest after N seconds (60 at most). `return=representation`: answer with a body where there would be none.
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description 1 to 255 printable ASCII characters of your own: a request that your account repeats within 24 hours with the same key is done once and answered as the first time. A provider may send a million keys within 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 MiB, also when unpacked, and 10000 items. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTimeSeriesDto"] | components["schemas"]["NewTimeSeriesDto"][];
            };
        };
        responses: {
            /** @description The id, or an array of them in the order sent. */
            200: {
                headers: {
                    "Event-Position": components["headers"]["Event-Position"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 38
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["GivenIdDto"] | components["schemas"]["GivenIdDto"][];
                };
            };
            /** @description `body-not-json`: The body is not JSON. `body-invalid`: The body is invalid. `parameter-invalid`: A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "body-not-json" | "body-invalid" | "parameter-invalid";
                    };
                };
            };
            /** @description `token-missing`: An access token is needed. `token-invalid`: The access token is not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token-missing" | "token-invalid";
                    };
                };
            };
            /** @description `role-missing`: The account lacks the role. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "role-missing";
                    };
                };
            };
            /** @description `body-too-slow`: The body comes too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "body-too-slow";
                    };
                };
            };
            /** @description `series-exists`: The time series exists already. `request-running`: A request with this key is still running. */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "series-exists" | "request-running";
                    } & ({
                        /** @description Of the existing one, if one was sent. */
                        id?: number;
                        /** @description In the order of the array sent; null for those that are new. */
                        ids?: (number | null)[];
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            /** @description `too-many-items`: Too many items in one request. `body-too-large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "too-many-items" | "body-too-large";
                    };
                };
            };
            /** @description `content-type-unsupported`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "content-type-unsupported";
                    };
                };
            };
            /** @description `key-reused`: The key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "key-reused";
                    };
                };
            };
            /** @description `too-many-keys`: Too many idempotency keys. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-keys";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `storage-full`: The storage is full. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "storage-full";
                    };
                };
            };
        };
    };
    updateTimeSeries: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as usual, and nothing is stored. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description `wait=N`: answer when every reader sees the write, at the latest after N seconds (60 at most). `return=representation`: answer with a body where there would be none.
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description 1 to 255 printable ASCII characters of your own: a request that your account repeats within 24 hours with the same key is done once and answered as the first time. A provider may send a million keys within 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 MiB, also when unpacked. */
        requestBody: {
            content: {
                "application/json": {
                    station: components["schemas"]["StationId"];
                    component: string;
                    unit: string;
                    timestep: components["schemas"]["Timestep"];
                    height?: number | null;
                    eea?: boolean | null;
                    topic?: string | null;
                    /** @default true */
                    isVisible?: boolean;
                    provider?: string;
                    id: components["schemas"]["TimeSeriesId"];
                };
            };
        };
        responses: {
            /** @description The time series is stored. */
            200: {
                headers: {
                    "Event-Position": components["headers"]["Event-Position"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `body-not-json`: The body is not JSON. `body-invalid`: The body is invalid. `parameter-invalid`: A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "body-not-json" | "body-invalid" | "parameter-invalid";
                    };
                };
            };
            /** @description `token-missing`: An access token is needed. `token-invalid`: The access token is not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token-missing" | "token-invalid";
                    };
                };
            };
            /** @description `series-owned-by-another`: The time series belongs to another provider. `role-missing`: The account lacks the role. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "series-owned-by-another" | "role-missing";
                    };
                };
            };
            /** @description `series-unknown`: No such time series. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "series-unknown";
                    };
                };
            };
            /** @description `body-too-slow`: The body comes too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "body-too-slow";
                    };
                };
            };
            /** @description `request-running`: A request with this key is still running. */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "request-running";
                    };
                };
            };
            /** @description `body-too-large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body-too-large";
                    };
                };
            };
            /** @description `content-type-unsupported`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "content-type-unsupported";
                    };
                };
            };
            /** @description `key-reused`: The key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "key-reused";
                    };
                };
            };
            /** @description `too-many-keys`: Too many idempotency keys. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-keys";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `storage-full`: The storage is full. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "storage-full";
                    };
                };
            };
        };
    };
    deleteTimeSeries: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as usual, and nothing is stored. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description `wait=N`: answer when every reader sees the write, at the latest after N seconds (60 at most). `return=representation`: answer with a body where there would be none.
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description 1 to 255 printable ASCII characters of your own: a request that your account repeats within 24 hours with the same key is done once and answered as the first time. A provider may send a million keys within 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description The id that the time series was given.
                 * @example 38
                 */
                id: components["schemas"]["TimeSeriesId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time series is gone. */
            200: {
                headers: {
                    "Event-Position": components["headers"]["Event-Position"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid";
                    };
                };
            };
            /** @description `token-missing`: An access token is needed. `token-invalid`: The access token is not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token-missing" | "token-invalid";
                    };
                };
            };
            /** @description `series-owned-by-another`: The time series belongs to another provider. `role-missing`: The account lacks the role. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "series-owned-by-another" | "role-missing";
                    };
                };
            };
            /** @description `series-unknown`: No such time series. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "series-unknown";
                    };
                };
            };
            /** @description `request-running`: A request with this key is still running. */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "request-running";
                    };
                };
            };
            /** @description `key-reused`: The key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "key-reused";
                    };
                };
            };
            /** @description `too-many-keys`: Too many idempotency keys. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-keys";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `storage-full`: The storage is full. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "storage-full";
                    };
                };
            };
        };
    };
    addObservations: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as usual, and nothing is stored. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description `wait=N`: answer when every reader sees the write, at the latest after N seconds (60 at most). `return=representation`: answer with a body where there would be none.
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description 1 to 255 printable ASCII characters of your own: a request that your account repeats within 24 hours with the same key is done once and answered as the first time. A provider may send a million keys within 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 MiB, also when unpacked, and 10000 items. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ObservationsDto"][];
                "application/x-ndjson": components["schemas"]["ObservationsDto"];
            };
        };
        responses: {
            /** @description Values are stored; of lines, some may have been refused. */
            200: {
                headers: {
                    "Event-Position": components["headers"]["Event-Position"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "series": 1,
                     *       "values": 3,
                     *       "refused": 1,
                     *       "errors": [
                     *         {
                     *           "line": 2,
                     *           "path": "/values/0/value",
                     *           "message": "must be a finite number"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["IngestResultDto"];
                };
            };
            /** @description `body-not-json`: The body is not JSON. `body-invalid`: The body is invalid. `parameter-invalid`: A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "body-not-json" | "body-invalid" | "parameter-invalid";
                    };
                };
            };
            /** @description `token-missing`: An access token is needed. `token-invalid`: The access token is not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token-missing" | "token-invalid";
                    };
                };
            };
            /** @description `series-owned-by-another`: The time series belongs to another provider. `role-missing`: The account lacks the role. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "series-owned-by-another" | "role-missing";
                    };
                };
            };
            /** @description `upload-incomplete`: The upload ended before it was complete. `body-too-slow`: The body comes too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "upload-incomplete" | "body-too-slow";
                    };
                };
            };
            /** @description `request-running`: A request with this key is still running. */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "request-running";
                    };
                };
            };
            /** @description `too-many-items`: Too many items in one request. `body-too-large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "too-many-items" | "body-too-large";
                    };
                };
            };
            /** @description `content-type-unsupported`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "content-type-unsupported";
                    };
                };
            };
            /** @description `key-reused`: The key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "key-reused";
                    };
                };
            };
            /** @description `too-many-keys`: Too many idempotency keys. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-keys";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `storage-full`: The storage is full. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "storage-full";
                    };
                };
            };
        };
    };
    getUvForecast: {
        parameters: {
            query?: {
                /**
                 * @description Language of the classes' names: Norwegian unless `en`.
                 * @example en
                 */
                culture?: "no" | "en";
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description Degrees north.
                 * @example 59.91
                 */
                latitude: number;
                /**
                 * @description Degrees east.
                 * @example 10.75
                 */
                longitude: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The forecast of the place, as the only one of `forecasts`. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UvForecastsDto"];
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "view-building" | "not-yet-visible";
                    };
                };
            };
        };
    };
    getUvForecasts: {
        parameters: {
            query?: {
                /**
                 * @description Language of the classes' names: Norwegian unless `en`.
                 * @example en
                 */
                culture?: "no" | "en";
            };
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, also when unpacked, and 1000 items. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UvForecastRequestDto"];
            };
        };
        responses: {
            /** @description A forecast for each place. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UvForecastsDto"];
                };
            };
            /** @description `parameter-invalid`: A parameter is invalid. `body-not-json`: The body is not JSON. `body-invalid`: The body is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "body-not-json" | "body-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `body-too-slow`: The body comes too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "body-too-slow";
                    };
                };
            };
            /** @description `too-many-items`: Too many items in one request. `body-too-large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "too-many-items" | "body-too-large";
                    };
                };
            };
            /** @description `content-type-unsupported`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "content-type-unsupported";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "view-building" | "not-yet-visible";
                    };
                };
            };
        };
    };
    getUvMap: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description A full hour of the three days, or `now` for the present one.
                 * @example now
                 */
                hour: string | "now";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The map. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `view-building`: What this route reads is being built. `not-yet-visible`: The position is not visible yet. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "view-building" | "not-yet-visible";
                    };
                };
            };
        };
    };
    getUvExposure: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB, also when unpacked. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VitaminDRequestDto"];
            };
        };
        responses: {
            /** @description The time, the dose, and their assumptions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "input": {
                     *         "latitude": 59.91,
                     *         "longitude": 10.75,
                     *         "altitude": 0.05,
                     *         "month": 6,
                     *         "day": 21,
                     *         "time": 11.3333,
                     *         "ozone": 340,
                     *         "albedo_type": 3,
                     *         "dose_product": "F",
                     *         "skin_type": 2,
                     *         "sky": 1
                     *       },
                     *       "dose_product": "vitamin D",
                     *       "action_spectrum": "previtamin D3 (CIE 174:2006)",
                     *       "dose_required": 109.375,
                     *       "dose_basis": "1000 IU of vitamin D: a quarter of the minimal erythemal dose of skin type 2 (blond caucasian), 250 J/m², on a quarter of the body, times 1.75 for the vitamin D spectrum",
                     *       "solar_zenith_angle": 36.474,
                     *       "uv_index": 4.37839,
                     *       "irradiance": 0.201016,
                     *       "exposure_minutes": 9.07,
                     *       "sun_minutes": 9.07,
                     *       "exposure_time": "00:09",
                     *       "end_time": "11:29",
                     *       "reason": null,
                     *       "dose_reached_by_sunset": 2483.79,
                     *       "fraction_reached": 22.709,
                     *       "companion": {
                     *         "dose_product": "CIE",
                     *         "action_spectrum": "erythema (ISO/CIE 17166:2019)",
                     *         "dose_required": 250,
                     *         "exposure_minutes": 38.35
                     *       },
                     *       "warning": null,
                     *       "model": {
                     *         "name": "airlog doubling-adding, 1 nm, 8 streams",
                     *         "version": "1.2"
                     *       },
                     *       "assumptions": [
                     *         "sky: scattered clouds, 30 % of the sky under a water cloud of 240 g/m² from 2 to 7 km",
                     *         "aerosol: optical depth 0.02 λ^-1.3 (λ in µm), very clean air",
                     *         "skin is horizontal and unshaded; an upright person receives less",
                     *         "25 % of the body is bared (hands, face and arms)",
                     *         "the vitamin D dose is that of 1000 IU by mouth",
                     *         "the Sun is that of 2025; the zenith angle is geometric, the horizon flat",
                     *         "ground of one kind far around; the ozone is what lies above the place",
                     *         "people of one skin type differ by 20 to 50 % and more; this is an estimate, not medical advice"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["VitaminDAnswerDto"];
                };
            };
            /** @description `body-not-json`: The body is not JSON. `body-invalid`: The body is invalid. `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "body-not-json" | "body-invalid" | "position-unknown";
                    };
                };
            };
            /** @description `body-too-slow`: The body comes too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "body-too-slow";
                    };
                };
            };
            /** @description `body-too-large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body-too-large";
                    };
                };
            };
            /** @description `content-type-unsupported`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "content-type-unsupported";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy";
                    };
                };
            };
        };
    };
    publishUvForecast: {
        parameters: {
            query?: {
                /** @description `true`: everything is checked and answered as usual, and nothing is stored. */
                dry_run?: components["parameters"]["dry_run"];
            };
            header?: {
                /**
                 * @description `wait=N`: answer when every reader sees the write, at the latest after N seconds (60 at most). `return=representation`: answer with a body where there would be none.
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description 1 to 255 printable ASCII characters of your own: a request that your account repeats within 24 hours with the same key is done once and answered as the first time. A provider may send a million keys within 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 MiB, also when unpacked. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UvGridDto"];
            };
        };
        responses: {
            /** @description The forecast is stored and published. */
            200: {
                headers: {
                    "Event-Position": components["headers"]["Event-Position"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `body-not-json`: The body is not JSON. `body-invalid`: The body is invalid. `parameter-invalid`: A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "body-not-json" | "body-invalid" | "parameter-invalid";
                    };
                };
            };
            /** @description `token-missing`: An access token is needed. `token-invalid`: The access token is not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token-missing" | "token-invalid";
                    };
                };
            };
            /** @description `role-missing`: The account lacks the role. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "role-missing";
                    };
                };
            };
            /** @description `body-too-slow`: The body comes too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "body-too-slow";
                    };
                };
            };
            /** @description `forecast-older`: A newer forecast is served already. `request-running`: A request with this key is still running. */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "forecast-older" | "request-running";
                    };
                };
            };
            /** @description `body-too-large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body-too-large";
                    };
                };
            };
            /** @description `content-type-unsupported`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "content-type-unsupported";
                    };
                };
            };
            /** @description `grid-invalid`: The grid of the forecast is invalid. `key-reused`: The key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "grid-invalid" | "key-reused";
                    } & ({
                        /** @description The first cell that can't be taken, where it is one. */
                        cell?: components["schemas"]["UvGridCellDto"];
                    } & {
                        [key: string]: unknown;
                    });
                };
            };
            /** @description `too-many-keys`: Too many idempotency keys. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-keys";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. `storage-full`: The storage is full. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable" | "storage-full";
                    };
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB, also when unpacked. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginDto"];
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJFUzI1NiJ9.e30.c2ln",
                     *       "token_type": "Bearer",
                     *       "expires_in": 300,
                     *       "expires_at": "2024-05-02T06:18:02.113Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenDto"];
                };
            };
            /** @description `body-not-json`: The body is not JSON. `body-invalid`: The body is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "body-not-json" | "body-invalid";
                    };
                };
            };
            /** @description `credentials-wrong`: User name or password is wrong. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "credentials-wrong";
                    };
                };
            };
            /** @description `body-too-slow`: The body comes too slowly. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "body-too-slow";
                    };
                };
            };
            /** @description `body-too-large`: The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body-too-large";
                    };
                };
            };
            /** @description `content-type-unsupported`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "content-type-unsupported";
                    };
                };
            };
            /** @description `too-many-logins`: Too many failed logins. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-logins";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description `busy`: The service is busy. `engine-unavailable`: An engine behind the service is not available. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "engine-unavailable";
                    };
                };
            };
        };
    };
    keys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Jwks"];
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
        };
    };
    getVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `Event-Position` of an earlier write: the answer waits, up to 5 seconds, until it shows that write. */
                "Min-Event-Position"?: components["parameters"]["Min-Event-Position"];
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Name, version and origin; every value is a string. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "airlog",
                     *       "version": "0.2.0",
                     *       "api": "v3",
                     *       "commit": "unknown",
                     *       "built": "unknown"
                     *     }
                     */
                    "application/json": components["schemas"]["VersionDto"];
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `position-unknown`: The position is not one of this log. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "position-unknown";
                    };
                };
            };
            /** @description `too-many-requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
        };
    };
    getDescription: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                        info: {
                            [key: string]: unknown;
                        };
                        paths: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
        };
    };
    getAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /**
                 * @description The file's name, as pages have it.
                 * @example style-0123456789abcdef.css
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/css": string;
                    "text/javascript": string;
                    "application/json": string;
                    "image/svg+xml": string;
                };
            };
            /** @description Nothing has changed. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `parameter-invalid`: A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "parameter-invalid";
                    };
                };
            };
            /** @description `route-unknown`: There is no such route. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "route-unknown";
                    };
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
        };
    };
    live: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
            /** @description It can't at the moment. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `headers-too-large`: The request line or headers are too large. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 431;
                        /** @enum {unknown} */
                        code?: "headers-too-large";
                    };
                };
            };
            /** @description `internal-error`: The service failed unexpectedly. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal-error";
                    };
                };
            };
        };
    };
}
