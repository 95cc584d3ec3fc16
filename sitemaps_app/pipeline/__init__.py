"""The road of one site, one file a stage, in this order.

    sites     add, pause, delete, claim what is due            rows of Site, leases
    road      walks one site through the stages                one Check row with its readable account
    discover  robots.txt -> sitemap roots -> tree of files     rows of SitemapFile
    snapshot  conditional fetch, parse, store, diff            one Snapshot row, its parquet file, PageLastmod of the panel
      walk      plans by file_tree, fetches by fetch_ahead, reads by sitemap_files, keeps what carried_files holds
    visit     choose pages, fetch, read, read again, compare   rows of Page, Visit, SecondRead, Comparison
    assess    evidence -> scoring.assess                       rows of Assessment, Event
    export    due list since a cursor                          streamed rows, ExportCursor

Every stage takes `now`, so the demo, archives, tests and production run the same code at any date; everything from the web comes through
a `network.exchange.Fetcher`, so a stage never knows whether it talks to a server or to an archive.
"""
