export default '/@lang'
