export default '/@lang/articles/@slug'
